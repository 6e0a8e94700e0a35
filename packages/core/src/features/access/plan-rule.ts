import type { Token } from '../../base/container/binding.ts'
import type { Container } from '../../base/container/container.ts'
import { findLocal, suppliedToken } from '../../base/container/supplied.ts'
import type { ClassReflection, MethodReflection } from '../../base/reflection/class-reflection.ts'
import { createRule, type AccessRule, type NeededNames } from './access-rule.ts'
import {
  AllowsAttribute,
  AnyRoleAttribute,
  AnyScopeAttribute,
  AuthenticatedAttribute,
  FreshAttribute,
  isOwnRequirement,
  RolesAttribute,
  ScopesAttribute,
} from './decorators.ts'
import type { Authentication } from './authentication.ts'
import { declaredAccess, nameOfUse } from './declared-access.ts'
import { InvalidAccess } from './errors.ts'
import { isPrincipalClass, planPolicy } from './policy.ts'
import { localPrincipal, Principal } from './principal.ts'
import type { Scheme } from './scheme.ts'

/** A method that may be called from outside the application. */
export interface Operation extends Pick<AccessRule, 'kind' | 'name'> {
  readonly class: ClassReflection
  readonly method: MethodReflection
  /** The classes that its middleware injects into constructors. */
  readonly around?: readonly Token[]
}

/** The authentication settings that planning a rule needs. */
export interface RuleSources {
  readonly container: Container
  readonly authentication: Authentication
  /** The accepted schemes. */
  readonly schemes: AccessRule['schemes']
}

/** Plans the rule of a method. Throws `InvalidAccess`. */
export function planRule(operation: Operation, sources: RuleSources): AccessRule {
  const { class: owner, method } = operation
  const { requirements, declares } = declaredAccess(owner, method)
  const taken = takenBy(operation, sources.container)
  const isClosed =
    requirements.length > 0 || (!declares && sources.authentication.default !== 'public')
  const needing = taken.find(({ mayLack }) => !mayLack)
  if (declares && !isClosed && needing) {
    throw problem(
      operation,
      `@Public() allows anonymous callers, but ${needing.name} takes a ${needing.type.name}. Declare it as ${needing.type.name} | null, or remove @Public().`,
    )
  }
  try {
    return ruleOf(
      operation,
      modeFor(isClosed ? 'required' : 'none', taken),
      requirements,
      taken,
      sources,
    )
  } catch (error) {
    throw error instanceof TypeError ? problem(operation, error.message) : error
  }
}

/**
 * Plans the rule of a built-in path. `least` is the minimum authentication mode; middleware that injects the caller may
 * require a stricter one.
 */
export function planPathRule(
  path: Pick<AccessRule, 'kind' | 'name'>,
  least: AccessRule['authentication'],
  around: readonly Token[],
  { container, schemes }: RuleSources,
): AccessRule {
  const taken = around
    .flatMap((type) => injectedInto(type, container))
    .filter(({ type }) => isPrincipalClass(type))
  const authentication = modeFor(least, taken)
  return createRule({
    ...path,
    authentication,
    schemes,
    preparing:
      authentication === 'none' ? [] : [...schemes.values()].filter((scheme) => scheme.prepare),
    callers: taken.map(({ type }) => type),
  })
}

/** Throws `InvalidAccess` if a method needs an authenticated caller, for applications without `Authentication`. */
export function refuseInert(operation: Operation, container: Container): undefined {
  const [first] = declaredAccess(operation.class, operation.method).requirements
  const [caller] = takenBy(operation, container)
  if (!first && !caller) return undefined
  const what = first ? nameOfUse(first) : `${caller?.name}, a ${caller?.type.name},`
  throw problem(
    operation,
    `${what} needs an authenticated caller, but there is no Authentication. ${registerOne}`,
  )
}

const registerOne = 'Export a class that extends Authentication and defines static schemes() { … }.'

function problem({ class: owner, method }: Operation, text: string): InvalidAccess {
  return new InvalidAccess(`${owner.name}.${method.name}`, method.at, text)
}

/** A principal class that a parameter or a constructor injects. */
interface Taken {
  readonly name: string
  readonly type: Token
  readonly mayLack: boolean
}

/** Returns the principal classes that the method, its class and its middleware inject. */
function takenBy({ class: owner, method, around = [] }: Operation, container: Container): Taken[] {
  const ofMethod = method.parameters.flatMap((parameter): Taken[] => {
    const type = suppliedToken(parameter.type)
    const mayLack = parameter.optional === true || parameter.type.nullable === true
    return type ? [{ name: `parameter "${parameter.name}"`, type, mayLack }] : []
  })
  const built = [owner.class, ...around].flatMap((type) => injectedInto(type, container))
  return [...ofMethod, ...built].filter(({ type }) => isPrincipalClass(type))
}

function injectedInto(type: Token, container: Container): Taken[] {
  const supplied = container.supplied(type)
  if (supplied.length === 0) return []
  const required = container.required(type)
  const name = `the constructor of ${type.name}`
  return supplied.map((each) => ({ name, type: each, mayLack: !required.includes(each) }))
}

function modeFor(
  least: AccessRule['authentication'],
  taken: readonly Taken[],
): AccessRule['authentication'] {
  if (taken.some(({ mayLack }) => !mayLack)) return 'required'
  return least === 'none' && taken.length > 0 ? 'optional' : least
}

function ruleOf(
  operation: Operation,
  mode: AccessRule['authentication'],
  requirements: readonly object[],
  taken: readonly Taken[],
  sources: RuleSources,
): AccessRule {
  const { kind, name, method } = operation
  const { authentication } = sources
  const schemes = acceptedBy(requirements, sources)
  if (kind !== 'command') refuseImpossible(taken, schemes)
  const neededScopes = neededNames(requirements, ScopesAttribute, AnyScopeAttribute)
  refuseUnknownScopes(neededScopes, authentication)
  const times = requirements.filter((use) => use instanceof FreshAttribute)
  const rule = createRule({
    kind,
    name,
    authentication: mode,
    schemes,
    preparing: preparingFor(operation, mode === 'none' ? new Map() : schemes, sources),
    callers: [...new Set(taken.map(({ type }) => type))],
    neededRoles: neededNames(requirements, RolesAttribute, AnyRoleAttribute),
    neededScopes,
    own: requirements.filter(isOwnRequirement),
    fresh: times.length > 0 ? Math.min(...times.map(({ seconds }) => seconds)) : undefined,
    policies: requirements
      .filter((use) => use instanceof AllowsAttribute)
      .map((use) => planPolicy(use, method)),
  })
  if (kind === 'command') refuseForeign(rule)
  return rule
}

/** Returns the schemes to prepare: the accepted ones, and those whose objects the method or its middleware injects. */
function preparingFor(
  { class: owner, method, around = [] }: Operation,
  accepted: AccessRule['schemes'],
  { container, authentication }: RuleSources,
): Scheme<never>[] {
  const injected = new Set([
    ...[owner.class, ...around].flatMap((type) => container.supplied(type)),
    ...method.parameters.flatMap(({ type }) => suppliedToken(type) ?? []),
  ])
  return [...authentication.schemes.values()].filter(
    (scheme) =>
      scheme.prepare &&
      (scheme.provides.some((type) => injected.has(type)) ||
        [...accepted.values()].includes(scheme)),
  )
}

/** Throws a `TypeError` if a command requires a principal other than `LocalPrincipal`. */
function refuseForeign({ callers }: AccessRule): void {
  const foreign = callers.find((type) => !findLocal(type))
  if (!foreign) return
  throw new TypeError(
    `it takes a ${foreign.name}, but commands are called by a LocalPrincipal. Take a Principal, or pass the data as an argument.`,
  )
}

const plainPrincipal = new Principal({ id: 'anybody' })

/**
 * Throws a `TypeError` if a parameter takes a principal class that no scheme creates, because every call would be a
 * 403.
 */
function refuseImpossible(taken: readonly Taken[], schemes: AccessRule['schemes']): void {
  if (schemes.size === 0 || ![...schemes.values()].every((each) => each.givesPrincipals)) return
  const impossible = taken.find(
    ({ type }) => !(plainPrincipal instanceof type) && !(localPrincipal instanceof type),
  )
  if (!impossible) return
  const { name, type } = impossible
  throw new TypeError(
    `${name} takes a ${type.name}, but every caller of ${[...schemes.keys()].join(', ')} is a Principal. ` +
      `Add the option principal to the scheme, a function (claims, verified) that returns the ${type.name}. Or change the type to Principal.`,
  )
}

/** Returns the schemes that are named in every `@Authenticated('…')`. */
function acceptedBy(
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
        `@Authenticated('${unknown}') names a scheme that does not exist. The schemes are ${known}.`,
      )
    }
    accepted = accepted.filter(([name]) => use.schemes.includes(name))
  }
  if (accepted.length > 0 || possible.size === 0) return new Map(accepted)
  if (possible.size < schemes.size) {
    const known = [...possible.keys()].join(', ')
    throw new TypeError(
      `agents can only use the schemes ${known}, and it accepts none of them. Add another one to the option mcp: { schemes } of Authentication.`,
    )
  }
  throw new TypeError(
    'the method and its class accept no common scheme, so every caller would be denied. Name the same scheme in both.',
  )
}

function neededNames(
  requirements: readonly object[],
  ofAll: new (...names: string[]) => { readonly names: readonly string[] },
  ofOne: new (...names: string[]) => { readonly names: readonly string[] },
): NeededNames[] {
  return requirements.flatMap((use): NeededNames[] => {
    if (use instanceof ofAll) return [{ names: use.names, isOne: false }]
    return use instanceof ofOne ? [{ names: use.names, isOne: true }] : []
  })
}

function refuseUnknownScopes(needed: readonly NeededNames[], { scopes }: Authentication): void {
  if (!scopes) return
  const unknown = needed.flatMap(({ names }) => names).find((name) => !scopes.has(name))
  if (unknown === undefined) return
  const known = [...scopes.keys()].join(', ')
  throw new TypeError(
    `the scope "${unknown}" is not listed under "scopes" of Authentication. Those are ${known}.`,
  )
}
