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
  circularDependency,
  missingImplementation,
  undescribedClass,
  unregisteredProblem,
  type Problem,
} from './problem.ts'

/** The plan for creating one service. Planning creates no services. */
export interface Plan extends Binding {
  readonly token: Token
  /** The chain of dependencies that makes the class request-scoped. */
  readonly requestChain: readonly Link[]
  /** The tokens that requests provide for the service or its dependencies. */
  readonly supplied: readonly Token[]
  /** The tokens that a request must provide to create the service, including the global `Request`. */
  readonly required: readonly Token[]
}

/** The plan for resolving a method's parameters. Planning creates no services. */
export interface ParameterPlan {
  /** `request` if the services must come from a request scope. */
  readonly lifetime: Lifetime
  /** The tokens that requests provide for the parameters. */
  readonly supplied: readonly Token[]
  /** The tokens that a request must provide to call the method, including the global `Request`. */
  readonly required: readonly Token[]
  /** Resolves the arguments from a container or a scope. */
  resolve(resolver: Resolver): unknown[]
}

/** The plans of a container, and the services that are currently being created. */
export class Plans {
  readonly #bindings: ReadonlyMap<Token, Binding>
  readonly #plans = new Map<Token, Plan>()
  readonly #isOpen: boolean
  readonly #creating: Token[] = []

  /** With `isOpen`, a class that cannot be created is assumed to be registered later. */
  constructor(bindings: ReadonlyMap<Token, Binding>, isOpen = false) {
    this.#bindings = bindings
    this.#isOpen = isOpen
  }

  /** Returns the plan of a service. Throws `UnresolvableDependency` with the whole dependency chain. */
  of(token: Token): Plan {
    return this.#plans.get(token) ?? this.#plan(token, [...this.currentChain(), linkTo(token)])
  }

  /** Plans the parameters of a method. Throws `UnresolvableDependency` with the whole dependency chain. */
  ofMethod(owner: Token, { name, at, parameters }: MethodReflection): ParameterPlan {
    const chain = [{ type: `the arguments of ${owner.name}.${name}`, at }]
    const planned = this.#planParameters(parameters, owner, chain)
    return {
      lifetime: findRequestScoped(planned) ? 'request' : 'singleton',
      supplied: planned.flatMap(({ plan }) => plan?.supplied ?? []),
      required: requiredOf(planned),
      resolve: (resolver) => resolveAll(planned, resolver),
    }
  }

  forget(): void {
    this.#plans.clear()
  }

  build({ token, create, lifetime }: Plan, resolver: Resolver): unknown {
    if (this.#creating.includes(token)) {
      throw this.#unresolvable([...this.currentChain(), linkTo(token)], circularDependency(token))
    }
    this.#creating.push(token)
    try {
      const value = create(resolver)
      if (isPromise(value)) throw new AsynchronousBinding(token, lifetime)
      if (value === undefined) throw new UnusableService(token, value)
      return value
    } finally {
      this.#creating.pop()
    }
  }

  /** Returns the services that are currently being created, outermost first. */
  currentChain(): Link[] {
    return this.#creating.map(linkTo)
  }

  /** Plans a token, which is the last link of the chain. */
  #plan(token: Token, chain: readonly Link[]): Plan {
    const known = this.#plans.get(token)
    if (known) return known
    if (chain.slice(0, -1).some((link) => link.token === token)) {
      throw this.#unresolvable(chain, circularDependency(token))
    }
    const binding =
      this.#bindings.get(token) ?? this.#requestBinding(token) ?? defaultBindingOf(token)
    binding?.check?.()
    const supplied = isSupplied(token) && !this.#bindings.has(token) ? [token] : []
    const required =
      binding && isRequestClass(token) && !this.#bindings.has(token) ? [token] : supplied
    const plan = binding
      ? { ...binding, token, requestChain: [], supplied, required }
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
      throw new OutsideRequestScope(this.currentChain(), what)
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
      return { token, lifetime: 'singleton', create, requestChain: [], supplied: [], required: [] }
    }
  }

  #planClass(token: Token, chain: readonly Link[]): Plan {
    const planned = this.#planParameters(this.#readConstructor(token, chain), token, chain)
    const scoped = findRequestScoped(planned)
    const type = token as new (...args: unknown[]) => unknown
    return {
      token,
      lifetime: scoped ? 'request' : 'singleton',
      requestChain: scoped ? [scoped.link, ...(scoped.plan?.requestChain ?? [])] : [],
      supplied: [...new Set(planned.flatMap(({ plan }) => plan?.supplied ?? []))],
      required: requiredOf(planned),
      create: (resolver) => new type(...resolveAll(planned, resolver)),
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
  ): PlannedParameter[] {
    return parameters
      .filter((parameter) => !parameter.rest)
      .map((parameter) => this.#planParameter(parameter, owner, chain))
  }

  #planParameter(
    parameter: ParameterReflection,
    owner: Token,
    chain: readonly Link[],
  ): PlannedParameter {
    const { name, type, at } = parameter
    const link = { parameter: name, type: typeText(type), at }
    try {
      const dependency =
        chosenDependency(parameter) ??
        toDependency(type, name, owner, (token) => this.#bindings.has(token))
      if ('problem' in dependency) throw this.#unresolvable([...chain, link], dependency)
      const { token } = dependency
      const plan = this.#plan(token, [...chain, { ...link, token }])
      const hasFallback = plan.supplied.includes(token) && isOptional(parameter)
      return hasFallback ? { link, plan, fallback: fallbackOf(parameter) } : { link, plan }
    } catch (error) {
      if (!(error instanceof UnresolvableDependency) || !isOptional(parameter)) throw error
      return { link, fallback: fallbackOf(parameter) }
    }
  }

  #unresolvable(chain: readonly Link[], problem: Problem): UnresolvableDependency {
    const candidates = findCandidates(chain.at(-1), this.#bindings.keys())
    return new UnresolvableDependency(chain, problem, candidates)
  }
}

interface PlannedParameter {
  readonly link: Link
  readonly plan?: Plan
  /** The value to pass if the service cannot be created, or the request has not provided it. */
  readonly fallback?: undefined | null
}

function findRequestScoped(planned: readonly PlannedParameter[]): PlannedParameter | undefined {
  return planned.find(({ plan }) => plan?.lifetime === 'request')
}

function requiredOf(planned: readonly PlannedParameter[]): Token[] {
  return [
    ...new Set(
      planned.flatMap((parameter) =>
        'fallback' in parameter ? [] : (parameter.plan?.required ?? []),
      ),
    ),
  ]
}

function resolveAll(planned: readonly PlannedParameter[], resolver: Resolver): unknown[] {
  return planned.map((parameter) => {
    const { plan, fallback } = parameter
    if (!plan) return fallback
    return 'fallback' in parameter
      ? resolveOr(resolver, plan.token, fallback)
      : resolver.get(plan.token)
  })
}

function resolveOr(resolver: Resolver, token: Token, fallback: undefined | null): unknown {
  try {
    return resolver.get(token)
  } catch (error) {
    if (error instanceof NotProvided) return fallback
    throw error
  }
}

function fallbackOf(parameter: ParameterReflection): undefined | null {
  return parameter.default || parameter.optional ? undefined : null
}

function isOptional({ optional, default: defaultValue, type }: ParameterReflection): boolean {
  return optional === true || defaultValue !== undefined || type.nullable === true
}
