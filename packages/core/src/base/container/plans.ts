import { isPromise } from '../platform/maybe-promise.ts'
import { MissingTypeInformation } from '../reflection/errors.ts'
import { reflect } from '../reflection/reflect.ts'
import type { MethodReflection, ParameterReflection } from '../reflection/class-reflection.ts'
import { typeText } from '../reflection/type-text.ts'
import {
  defaultBindingOf,
  isRequestClass,
  type Binding,
  type Lifetime,
  type Resolver,
  type Token,
} from './binding.ts'
import { findCandidates } from './candidates.ts'
import { linkTo, type Link } from './chain.ts'
import { chosenDependency } from './chosen-token.ts'
import { toDependency } from './dependency.ts'
import {
  AsynchronousBinding,
  NotProvided,
  OutsideRequestScope,
  UnresolvableDependency,
  UnusableService,
} from './errors.ts'
import { isSupplied } from './supplied.ts'
import {
  circle,
  missingImplementation,
  undescribedClass,
  unregisteredProblem,
  type Problem,
} from './problem.ts'

/** The plan for creating one service. Planning creates no services. */
export interface Plan extends Binding {
  readonly token: Token
  /** The chain of dependencies that makes the class request-scoped. */
  readonly toRequest: readonly Link[]
  /** The tokens that a request must provide for the service or its dependencies. */
  readonly supplied: readonly Token[]
  /** The tokens in `supplied` that are required to create the service. */
  readonly required: readonly Token[]
}

/** The plan for resolving a method's parameters. Planning creates no services. */
export interface ParameterPlan {
  /** `request` if the services must come from a request scope. */
  readonly lifetime: Lifetime
  /** The tokens that a request must provide for the parameters. */
  readonly supplied: readonly Token[]
  /** The tokens in `supplied` that are required to call the method. */
  readonly required: readonly Token[]
  /** Resolves the arguments from a container or a scope. */
  resolve(resolver: Resolver): unknown[]
}

/** The plans of a container, and the services that are currently being created. */
export class Plans {
  readonly #bindings: ReadonlyMap<Token, Binding>
  readonly #plans = new Map<Token, Plan>()
  readonly #isOpen: boolean
  readonly #underway: Token[] = []

  /** With `isOpen`, a class that cannot be created is assumed to be registered later. */
  constructor(bindings: ReadonlyMap<Token, Binding>, isOpen = false) {
    this.#bindings = bindings
    this.#isOpen = isOpen
  }

  /** Throws `UnresolvableDependency` with the whole dependency chain. */
  of(token: Token): Plan {
    return this.#plans.get(token) ?? this.#plan(token, [...this.underway(), linkTo(token)])
  }

  /** Throws `UnresolvableDependency` with the whole dependency chain. */
  ofMethod(owner: Token, { name, at, parameters }: MethodReflection): ParameterPlan {
    const chain = [{ type: `the arguments of ${owner.name}.${name}`, at }]
    const needs = this.#planParameters(parameters, owner, chain)
    return {
      lifetime: requestScoped(needs) ? 'request' : 'singleton',
      supplied: needs.flatMap(({ plan }) => plan?.supplied ?? []),
      required: requiredOf(needs),
      resolve: (resolver) => supply(needs, resolver),
    }
  }

  forget(): void {
    this.#plans.clear()
  }

  build({ token, create, lifetime }: Plan, resolver: Resolver): unknown {
    if (this.#underway.includes(token)) {
      throw this.#unresolvable([...this.underway(), linkTo(token)], circle(token))
    }
    this.#underway.push(token)
    try {
      const value = create(resolver)
      if (isPromise(value)) throw new AsynchronousBinding(token, lifetime)
      if (value === undefined) throw new UnusableService(token, value)
      return value
    } finally {
      this.#underway.pop()
    }
  }

  /** Returns the services that are currently being created, outermost first. */
  underway(): Link[] {
    return this.#underway.map(linkTo)
  }

  /** Plans a token, which is the last link of the chain. */
  #plan(token: Token, chain: readonly Link[]): Plan {
    const known = this.#plans.get(token)
    if (known) return known
    if (chain.slice(0, -1).some((link) => link.token === token)) {
      throw this.#unresolvable(chain, circle(token))
    }
    const binding =
      this.#bindings.get(token) ?? this.#requestBinding(token) ?? defaultBindingOf(token)
    binding?.check?.()
    const supplied = isSupplied(token) && !this.#bindings.has(token) ? [token] : []
    const required =
      binding && isRequestClass(token) && !this.#bindings.has(token) ? [token] : supplied
    const plan = binding
      ? { ...binding, token, toRequest: [], supplied, required }
      : this.#planUnregistered(token, chain)
    this.#plans.set(token, plan)
    return plan
  }

  #requestBinding(token: Token): Binding | undefined {
    if (isSupplied(token)) {
      const create = () => {
        throw new NotProvided(token)
      }
      return { lifetime: 'request', create }
    }
    if (!isRequestClass(token)) return undefined
    const create = () => {
      const what = 'Request exists only during an HTTP request.'
      throw new OutsideRequestScope(this.underway(), what)
    }
    return { lifetime: 'request', create }
  }

  #planUnregistered(token: Token, chain: readonly Link[]): Plan {
    try {
      return this.#planClass(token, chain)
    } catch (error) {
      if (!this.#isOpen || !(error instanceof UnresolvableDependency)) throw error
      const create = () => {
        throw error
      }
      return { token, lifetime: 'singleton', create, toRequest: [], supplied: [], required: [] }
    }
  }

  #planClass(token: Token, chain: readonly Link[]): Plan {
    const needs = this.#planParameters(this.#readConstructor(token, chain), token, chain)
    const scoped = requestScoped(needs)
    const type = token as new (...args: unknown[]) => unknown
    return {
      token,
      lifetime: scoped ? 'request' : 'singleton',
      toRequest: scoped ? [scoped.link, ...(scoped.plan?.toRequest ?? [])] : [],
      supplied: [...new Set(needs.flatMap(({ plan }) => plan?.supplied ?? []))],
      required: requiredOf(needs),
      create: (resolver) => new type(...supply(needs, resolver)),
    }
  }

  #readConstructor(token: Token, chain: readonly Link[]): readonly ParameterReflection[] {
    const unregistered = unregisteredProblem(token)
    if (unregistered) throw this.#unresolvable(chain, unregistered)
    try {
      const { parameters, isAbstract } = reflect(token)
      if (isAbstract) throw this.#unresolvable(chain, missingImplementation(token))
      return parameters
    } catch (error) {
      throw error instanceof MissingTypeInformation
        ? this.#unresolvable(chain, undescribedClass(token))
        : error
    }
  }

  #planParameters(
    parameters: readonly ParameterReflection[],
    owner: Token,
    chain: readonly Link[],
  ): Need[] {
    return parameters
      .filter((parameter) => !parameter.rest)
      .map((parameter) => this.#planParameter(parameter, owner, chain))
  }

  #planParameter(parameter: ParameterReflection, owner: Token, chain: readonly Link[]): Need {
    const { name, type, at } = parameter
    const link = { parameter: name, type: typeText(type), at }
    try {
      const dependency =
        chosenDependency(parameter) ??
        toDependency(type, name, owner, (token) => this.#bindings.has(token))
      if ('problem' in dependency) throw this.#unresolvable([...chain, link], dependency)
      const { token } = dependency
      const plan = this.#plan(token, [...chain, { ...link, token }])
      const mayLack = plan.supplied.includes(token) && canBeAbsent(parameter)
      return mayLack ? { link, plan, absent: absentValue(parameter) } : { link, plan }
    } catch (error) {
      if (!(error instanceof UnresolvableDependency) || !canBeAbsent(parameter)) throw error
      return { link, absent: absentValue(parameter) }
    }
  }

  #unresolvable(chain: readonly Link[], problem: Problem): UnresolvableDependency {
    const candidates = findCandidates(chain.at(-1), this.#bindings.keys())
    return new UnresolvableDependency(chain, problem, candidates)
  }
}

interface Need {
  readonly link: Link
  readonly plan?: Plan
  /** The value to pass if the container has no such service. */
  readonly absent?: undefined | null
}

function requestScoped(needs: readonly Need[]): Need | undefined {
  return needs.find(({ plan }) => plan?.lifetime === 'request')
}

function requiredOf(needs: readonly Need[]): Token[] {
  return [
    ...new Set(needs.flatMap((need) => ('absent' in need ? [] : (need.plan?.required ?? [])))),
  ]
}

function supply(needs: readonly Need[], resolver: Resolver): unknown[] {
  return needs.map((need) => {
    const { plan, absent } = need
    if (!plan) return absent
    return 'absent' in need ? getOr(resolver, plan.token, absent) : resolver.get(plan.token)
  })
}

function getOr(resolver: Resolver, token: Token, absent: undefined | null): unknown {
  try {
    return resolver.get(token)
  } catch (error) {
    if (error instanceof NotProvided) return absent
    throw error
  }
}

function absentValue(parameter: ParameterReflection): undefined | null {
  return parameter.default || parameter.optional ? undefined : null
}

function canBeAbsent({ optional, default: defaultValue, type }: ParameterReflection): boolean {
  return optional === true || defaultValue !== undefined || type.nullable === true
}
