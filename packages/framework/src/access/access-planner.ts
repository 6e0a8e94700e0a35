import type { Token } from '../container/binding.ts'
import type { Container } from '../container/container.ts'
import { levelsOf, type Level } from '../http/chain/chain-plan.ts'
import type { ClassReflection, MethodReflection } from '../reflection/reflect.ts'
import { suppliedToken } from '../container/supplied.ts'
import { AccessPlan, type AccessPlanParts, type NeededNames } from './access-plan.ts'
import {
  AllowsAttribute,
  AnyRoleAttribute,
  AnyScopeAttribute,
  AuthenticatedAttribute,
  FreshAttribute,
  isAboutAccess,
  isOwnRequirement,
  isRequirement,
  PublicAttribute,
  RolesAttribute,
  ScopesAttribute,
} from './attributes.ts'
import type { Authentication } from './authentication.ts'
import { InvalidAccess } from './errors.ts'
import { isPrincipalClass, planPolicy } from './policy-plan.ts'
import { refuseImpossible } from './refuse-impossible.ts'
import type { Scheme } from './scheme.ts'

/** A method that may be called from outside the application. */
export interface Operation extends Pick<AccessPlanParts, 'kind' | 'name'> {
  readonly class: ClassReflection
  readonly method: MethodReflection
  /** The tokens that the constructors of its middleware inject. */
  readonly around?: readonly Token[]
}

/** Computes the access plans of operations. */
export class AccessPlanner {
  readonly #container: Container
  readonly #authentication: Authentication | undefined
  readonly #accepted: AccessPlanParts['schemes']

  /** If `authentication` is undefined, every requirement is an error. `accepted` defaults to all schemes. */
  constructor(
    container: Container,
    authentication: Authentication | undefined,
    accepted: AccessPlanParts['schemes'] = authentication?.schemes ?? new Map(),
  ) {
    this.#container = container
    this.#authentication = authentication
    this.#accepted = accepted
  }

  /** Returns the plan of a method, or undefined if it needs no authentication. Throws `InvalidAccess`. */
  plan(operation: Operation): AccessPlan | undefined {
    const { class: owner, method } = operation
    const found = declaredOf(owner, method)
    const taken = this.#takenBy(operation)
    const authentication = this.#authentication
    if (!authentication) {
      refuseInert(owner, method, found, taken)
      return undefined
    }
    const { requirements, declares } = found
    const isClosed = requirements.length > 0 || (!declares && authentication.default !== 'public')
    const needing = taken.find(({ mayLack }) => !mayLack)
    if (declares && !isClosed && needing) {
      throw problem(
        owner,
        method,
        `@Public() allows anonymous callers, but ${needing.name} takes a ${needing.type.name}. Declare it as ${needing.type.name} | null, or remove @Public().`,
      )
    }
    const isSomebody = isClosed || needing !== undefined
    const who = isSomebody ? 'somebody' : taken.length > 0 ? 'optional' : 'nobody'
    const plan = naming(owner, method, () =>
      this.#create(operation, who, requirements, taken, authentication),
    )
    const { preparing } = plan.parts
    return who === 'nobody' && preparing.length === 0 ? undefined : plan
  }

  /** Returns the plan of a path that the framework serves, from the default and from the middleware around it. */
  planPath(
    kind: 'endpoint' | 'files',
    name: string,
    isOpen: boolean,
    around: readonly Token[],
  ): AccessPlan | undefined {
    const authentication = this.#authentication
    if (!authentication) return undefined
    const built = around.flatMap((type) => this.#builtFrom(type))
    const taken = built.filter(({ type }) => isPrincipalClass(type))
    const isClosed = !isOpen && authentication.default !== 'public'
    if (!isClosed && taken.length === 0) return undefined
    return this.#createPath(kind, name, isClosed, taken)
  }

  /** Returns the plan of `/mcp`. It requires a caller unless `takesNobody` is true; the default does not apply. */
  planMcp(takesNobody: boolean, around: readonly Token[]): AccessPlan {
    const taken = around
      .flatMap((type) => this.#builtFrom(type))
      .filter(({ type }) => isPrincipalClass(type))
    return this.#createPath('endpoint', '/mcp', !takesNobody, taken)
  }

  #createPath(
    kind: 'endpoint' | 'files',
    name: string,
    isClosed: boolean,
    taken: readonly Taken[],
  ): AccessPlan {
    const isSomebody = isClosed || taken.some(({ mayLack }) => !mayLack)
    return new AccessPlan({
      ...noNeeds,
      kind,
      name,
      who: isSomebody ? 'somebody' : 'optional',
      schemes: this.#accepted,
      preparing: [...this.#accepted.values()].filter((scheme) => scheme.prepare),
      callers: taken.map(({ type }) => type),
    })
  }

  /** Throws `InvalidAccess` if the default is `explicit` and an operation does not declare its access. */
  refuseUndeclared(operations: readonly Operation[]): void {
    if (this.#authentication?.default !== 'explicit') return
    const open = operations.filter((each) => !declaredOf(each.class, each.method).declares)
    const [first] = open
    if (!first) return
    const names = open.map((each) => `${each.class.name}.${each.method.name}`)
    throw new InvalidAccess(
      names.join(', '),
      first.method.at,
      'no decorator declares who may call, and the "default" of Authentication is "explicit". Add @Authenticated(), @Public() or another requirement to each of them or its class.',
    )
  }

  #create(
    { kind, name, method, class: owner, around = [] }: Operation,
    who: AccessPlanParts['who'],
    requirements: readonly object[],
    taken: readonly Taken[],
    authentication: Authentication,
  ): AccessPlan {
    const schemes = acceptedBy(requirements, authentication, this.#accepted)
    if (kind !== 'command') refuseImpossible(taken, schemes)
    const built = [owner.class, ...around].flatMap((type) => this.#container.supplied(type))
    const supplied = new Set([...built, ...tokensOf(method)])
    const isAsked = ({ provides }: Scheme<never>) => provides.some((type) => supplied.has(type))
    const preparing = [...authentication.schemes.values()].filter(
      (scheme) =>
        scheme.prepare &&
        (isAsked(scheme) || (who !== 'nobody' && [...schemes.values()].includes(scheme))),
    )
    const scopes = neededNames(requirements, ScopesAttribute, AnyScopeAttribute)
    refuseUnknownScopes(scopes, authentication)
    const times = requirements.filter((use) => use instanceof FreshAttribute)
    return new AccessPlan({
      kind,
      name,
      who,
      schemes,
      preparing,
      callers: [...new Set(taken.map(({ type }) => type))],
      roles: neededNames(requirements, RolesAttribute, AnyRoleAttribute),
      scopes,
      own: requirements.filter(isOwnRequirement),
      fresh: times.length > 0 ? Math.min(...times.map(({ seconds }) => seconds)) : undefined,
      policies: requirements
        .filter((use) => use instanceof AllowsAttribute)
        .map((use) => planPolicy(use, method)),
    })
  }

  /** The principals that the method, its class and the middleware around it inject. */
  #takenBy({ class: owner, method, around = [] }: Operation): Taken[] {
    const ofMethod = method.parameters.flatMap((parameter): Taken[] => {
      const type = suppliedToken(parameter.type)
      const mayLack = parameter.optional === true || parameter.type.nullable === true
      return type ? [{ name: `parameter "${parameter.name}"`, type, mayLack }] : []
    })
    const built = [owner.class, ...around].flatMap((type) => this.#builtFrom(type))
    return [...ofMethod, ...built].filter(({ type }) => isPrincipalClass(type))
  }

  #builtFrom(type: Token): Taken[] {
    const supplied = this.#container.supplied(type)
    if (supplied.length === 0) return []
    const required = this.#container.required(type)
    const name = `the constructor of ${type.name}`
    return supplied.map((each) => ({ name, type: each, mayLack: !required.includes(each) }))
  }
}

/** A principal that a parameter or a constructor injects. */
interface Taken {
  readonly name: string
  readonly type: Token
  readonly mayLack: boolean
}

/** The parts of a plan that requires only an authenticated caller. */
export const noNeeds = {
  callers: [],
  roles: [],
  scopes: [],
  own: [],
  fresh: undefined,
  policies: [],
}

interface Declared {
  readonly requirements: readonly object[]
  /** True if a decorator declares the access. */
  readonly declares: boolean
}

/** Returns the requirements that the decorators of a method and its class declare, unless `@Public()` removes them. */
function declaredOf(owner: ClassReflection, method: MethodReflection): Declared {
  if (!method.attributes.some(isAboutAccess) && !owner.attributes.some(isAboutAccess)) return silent
  const levels = levelsOf(owner, method)
  for (const level of levels) refuseBoth(level)
  const own = levels.at(-1) as Level
  const ofMethod = own.attributes.filter(isRequirement)
  if (own.attributes.some(isPublic)) return { requirements: [], declares: true }
  const ofClasses = levels.slice(0, -1)
  const inherited = ofClasses.flatMap(({ attributes }) => attributes.filter(isRequirement))
  const requirements = [...inherited, ...ofMethod]
  const nearest = ofClasses.find(({ name, at }) => name === owner.name && at === owner.at)
  const isOpened = nearest?.attributes.some(isPublic) === true
  if (isOpened && inherited.length > 0) {
    const asking = ofClasses.find(({ attributes }) => attributes.some(isRequirement)) as Level
    throw new InvalidAccess(
      owner.name,
      owner.at,
      `@Public() has no effect: ${asking.name}, which it extends, requires ${nameOfUse(asking.attributes.find(isRequirement))}, which is inherited. Put @Public() on the methods instead.`,
    )
  }
  return { requirements, declares: isOpened || requirements.length > 0 }
}

const silent: Declared = { requirements: [], declares: false }

function isPublic(use: object): boolean {
  return use instanceof PublicAttribute
}

function refuseBoth({ name, at, attributes }: Level): void {
  const asking = attributes.find(isRequirement)
  if (!asking || !attributes.some(isPublic)) return
  throw new InvalidAccess(
    name,
    at,
    `@Public() and ${nameOfUse(asking)} are on the same declaration. Keep one of them.`,
  )
}

/** Returns the name of a decorator as it is written, such as `@Roles`. */
export function nameOfUse(use: object | undefined): string {
  return `@${use?.constructor.name.replace(/Attribute$/u, '')}`
}

function refuseInert(
  owner: ClassReflection,
  method: MethodReflection,
  { requirements }: Declared,
  taken: readonly Taken[],
): void {
  const [first] = requirements
  const [caller] = taken
  if (!first && !caller) return
  const what = first ? nameOfUse(first) : `${caller?.name}, a ${caller?.type.name},`
  throw problem(
    owner,
    method,
    `${what} needs an authenticated caller, but there is no Authentication. ${registerOne}`,
  )
}

const registerOne = 'Export a class that extends Authentication and defines static schemes() { … }.'

function problem(owner: ClassReflection, method: MethodReflection, text: string): InvalidAccess {
  return new InvalidAccess(`${owner.name}.${method.name}`, method.at, text)
}

function naming<T>(owner: ClassReflection, method: MethodReflection, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof TypeError ? problem(owner, method, error.message) : error
  }
}

/** Returns the schemes that every `@Authenticated('…')` with names accepts. */
function acceptedBy(
  requirements: readonly object[],
  { schemes }: Authentication,
  possible: AccessPlanParts['schemes'],
): AccessPlanParts['schemes'] {
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
    'the method and its class accept no common scheme, so every caller would be refused. Name the same scheme in both.',
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

function tokensOf({ parameters }: MethodReflection): Token[] {
  return parameters.flatMap(({ type }) => suppliedToken(type) ?? [])
}
