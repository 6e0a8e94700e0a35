import type { Token } from '../../base/container/binding.ts'
import type { Container } from '../../base/container/container.ts'
import { findLocal, suppliedToken } from '../../base/container/supplied.ts'
import type { ClassReflection, MethodReflection } from '../../base/reflection/class-reflection.ts'
import { createRule, type AccessRule, type RequiredNames } from './access-rule.ts'
import {
  AllowsAttribute,
  AnyRoleAttribute,
  AnyScopeAttribute,
  AuthenticatedAttribute,
  FreshAttribute,
  isCustomRequirement,
  RolesAttribute,
  ScopesAttribute,
} from './decorators.ts'
import type { Authentication } from './authentication.ts'
import { declaredAccess, decoratorName } from './declared-access.ts'
import { InvalidAccess } from './errors.ts'
import { isPrincipalClass, planPolicy } from './policy.ts'
import { localPrincipal, Principal } from './principal.ts'
import type { Scheme } from './scheme.ts'

/** A method that may be called from outside the application. */
export interface Operation extends Pick<AccessRule, 'kind' | 'name'> {
  readonly class: ClassReflection
  readonly method: MethodReflection
  /** The middleware classes of the method. */
  readonly middleware?: readonly Token[]
}

/** The authentication settings that planning a rule needs. */
export interface RuleSources {
  readonly container: Container
  readonly authentication: Authentication
  /** The schemes that callers can use here: all, or those for agents. */
  readonly schemes: AccessRule['schemes']
}

/** Plans the rule of a method. Throws `InvalidAccess`. */
export function planRule(operation: Operation, sources: RuleSources): AccessRule {
  const { class: owner, method } = operation
  const { requirements, declares } = declaredAccess(owner, method)
  const callers = callerParameters(operation, sources.container)
  const isClosed =
    requirements.length > 0 || (!declares && sources.authentication.default !== 'public')
  const requiredCaller = callers.find(({ isOptional }) => !isOptional)
  if (declares && !isClosed && requiredCaller) {
    throw problem(
      operation,
      `@Public() allows anonymous callers, but ${requiredCaller.name} takes ${requiredCaller.type.name}. Declare it as ${requiredCaller.type.name} | null, or remove @Public().`,
    )
  }
  try {
    return buildRule(
      operation,
      modeFor(isClosed ? 'required' : 'none', callers),
      requirements,
      callers,
      sources,
    )
  } catch (error) {
    throw error instanceof TypeError ? problem(operation, error.message) : error
  }
}

/**
 * Plans the rule of a built-in path. `minMode` is the minimum authentication mode; middleware that injects the caller
 * may require a stricter one.
 */
export function planPathRule(
  path: Pick<AccessRule, 'kind' | 'name'>,
  minMode: AccessRule['authentication'],
  middleware: readonly Token[],
  { container, schemes }: RuleSources,
): AccessRule {
  const callers = middleware
    .flatMap((type) => injectedTypes(type, container))
    .filter(({ type }) => isPrincipalClass(type))
  const authentication = modeFor(minMode, callers)
  return createRule({
    ...path,
    authentication,
    schemes,
    preparing:
      authentication === 'none' ? [] : [...schemes.values()].filter((scheme) => scheme.prepare),
    callers: callers.map(({ type }) => type),
  })
}

/** Throws `InvalidAccess` for a method that has a requirement or takes a caller, if there is no `Authentication`. */
export function refuseInert(operation: Operation, container: Container): undefined {
  const [first] = declaredAccess(operation.class, operation.method).requirements
  const [caller] = callerParameters(operation, container)
  if (!first && !caller) return undefined
  const what = first ? decoratorName(first) : `${caller?.name} takes ${caller?.type.name}, which`
  throw problem(
    operation,
    `${what} needs an Authentication, but that class is missing. ${registerHint}`,
  )
}

const registerHint =
  'Export a class that extends Authentication and defines static schemes() { … }.'

function problem({ class: owner, method }: Operation, text: string): InvalidAccess {
  return new InvalidAccess(`${owner.name}.${method.name}`, method.at, text)
}

/** A principal class that a parameter or a constructor takes. */
interface CallerParameter {
  readonly name: string
  readonly type: Token
  readonly isOptional: boolean
}

/** Returns the principal classes that the method, its class and its middleware take. */
function callerParameters(
  { class: owner, method, middleware = [] }: Operation,
  container: Container,
): CallerParameter[] {
  const ofMethod = method.parameters.flatMap((parameter): CallerParameter[] => {
    const type = suppliedToken(parameter.type)
    const isOptional = parameter.optional === true || parameter.type.nullable === true
    return type ? [{ name: `parameter "${parameter.name}"`, type, isOptional }] : []
  })
  const built = [owner.class, ...middleware].flatMap((type) => injectedTypes(type, container))
  return [...ofMethod, ...built].filter(({ type }) => isPrincipalClass(type))
}

function injectedTypes(type: Token, container: Container): CallerParameter[] {
  const supplied = container.supplied(type)
  if (supplied.length === 0) return []
  const required = container.required(type)
  const name = `the constructor of ${type.name}`
  return supplied.map((each) => ({ name, type: each, isOptional: !required.includes(each) }))
}

function modeFor(
  minMode: AccessRule['authentication'],
  callers: readonly CallerParameter[],
): AccessRule['authentication'] {
  if (callers.some(({ isOptional }) => !isOptional)) return 'required'
  return minMode === 'none' && callers.length > 0 ? 'optional' : minMode
}

function buildRule(
  operation: Operation,
  mode: AccessRule['authentication'],
  requirements: readonly object[],
  callers: readonly CallerParameter[],
  sources: RuleSources,
): AccessRule {
  const { kind, name, method } = operation
  const { authentication } = sources
  const schemes = acceptedSchemes(requirements, sources)
  if (kind !== 'command') refuseImpossible(callers, schemes)
  const neededScopes = neededNames(requirements, ScopesAttribute, AnyScopeAttribute)
  refuseUnknownScopes(neededScopes, authentication)
  const times = requirements.filter((use) => use instanceof FreshAttribute)
  const rule = createRule({
    kind,
    name,
    authentication: mode,
    schemes,
    preparing: schemesToPrepare(operation, mode === 'none' ? new Map() : schemes, sources),
    callers: [...new Set(callers.map(({ type }) => type))],
    neededRoles: neededNames(requirements, RolesAttribute, AnyRoleAttribute),
    neededScopes,
    customRequirements: requirements.filter(isCustomRequirement),
    fresh: times.length > 0 ? Math.min(...times.map(({ seconds }) => seconds)) : undefined,
    policies: requirements
      .filter((use) => use instanceof AllowsAttribute)
      .map((use) => planPolicy(use, method)),
  })
  if (kind === 'command') refuseNonLocalCallers(rule)
  return rule
}

/**
 * Returns the schemes to prepare: the accepted ones, and schemes that provide objects for the method, its class or its
 * middleware.
 */
function schemesToPrepare(
  { class: owner, method, middleware = [] }: Operation,
  accepted: AccessRule['schemes'],
  { container, authentication }: RuleSources,
): Scheme<never>[] {
  const injected = new Set([
    ...[owner.class, ...middleware].flatMap((type) => container.supplied(type)),
    ...method.parameters.flatMap(({ type }) => suppliedToken(type) ?? []),
  ])
  return [...authentication.schemes.values()].filter(
    (scheme) =>
      scheme.prepare &&
      (scheme.provides.some((type) => injected.has(type)) ||
        [...accepted.values()].includes(scheme)),
  )
}

/** Throws a `TypeError` if a command takes a principal class of which `LocalPrincipal` is not an instance. */
function refuseNonLocalCallers({ callers }: AccessRule): void {
  const foreign = callers.find((type) => !findLocal(type))
  if (!foreign) return
  throw new TypeError(
    `it takes ${foreign.name}, but commands are called by a LocalPrincipal. Take a Principal, or pass the data as an argument.`,
  )
}

const plainPrincipal = new Principal({ id: 'anybody' })

/**
 * Throws a `TypeError` if a parameter takes a principal class that no scheme creates, because every authenticated
 * caller would be rejected with 403.
 */
function refuseImpossible(
  callers: readonly CallerParameter[],
  schemes: AccessRule['schemes'],
): void {
  if (schemes.size === 0 || ![...schemes.values()].every((each) => each.givesPrincipals)) return
  const impossible = callers.find(
    ({ type }) => !(plainPrincipal instanceof type) && !(localPrincipal instanceof type),
  )
  if (!impossible) return
  const { name, type } = impossible
  throw new TypeError(
    `${name} takes ${type.name}, but the accepted schemes (${[...schemes.keys()].join(', ')}) create only a Principal. ` +
      `Give them the option principal, a function (claims, verified) that returns the ${type.name}, or change the type.`,
  )
}

/** Returns the schemes that every `@Authenticated('…')` accepts. Throws a `TypeError` if there is no such scheme. */
function acceptedSchemes(
  requirements: readonly object[],
  { authentication: { schemes }, schemes: possible }: RuleSources,
): AccessRule['schemes'] {
  let accepted = [...possible]
  for (const use of requirements) {
    if (!(use instanceof AuthenticatedAttribute) || use.schemes.length === 0) continue
    const unknown = use.schemes.find((name) => !schemes.has(name))
    if (unknown !== undefined) {
      const known = [...schemes.keys()].join(', ')
      throw new TypeError(
        `@Authenticated('${unknown}') names a scheme that does not exist. Use one of ${known}.`,
      )
    }
    accepted = accepted.filter(([name]) => use.schemes.includes(name))
  }
  if (accepted.length > 0 || possible.size === 0) return new Map(accepted)
  if (possible.size < schemes.size) {
    const known = [...possible.keys()].join(', ')
    throw new TypeError(
      `it accepts no scheme that agents can use (${known}). Accept one of these, or add a scheme without a cookie to mcp.schemes of Authentication.`,
    )
  }
  throw new TypeError(
    'the method and its class accept no common scheme, so every caller would be denied. Name the same scheme in both.',
  )
}

function neededNames(
  requirements: readonly object[],
  allOfType: new (...names: string[]) => { readonly names: readonly string[] },
  anyOfType: new (...names: string[]) => { readonly names: readonly string[] },
): RequiredNames[] {
  return requirements.flatMap((use): RequiredNames[] => {
    if (use instanceof allOfType) return [{ names: use.names, isAnyOf: false }]
    return use instanceof anyOfType ? [{ names: use.names, isAnyOf: true }] : []
  })
}

function refuseUnknownScopes(needed: readonly RequiredNames[], { scopes }: Authentication): void {
  if (!scopes) return
  const unknown = needed.flatMap(({ names }) => names).find((name) => !scopes.has(name))
  if (unknown === undefined) return
  const known = [...scopes.keys()].join(', ')
  throw new TypeError(
    `the scope "${unknown}" is not under "scopes" of Authentication. Add it, or use one of ${known}.`,
  )
}
