import { types } from 'node:util'
import type { MaybePromise } from '../platform/maybe-promise.ts'
import type { MethodReflection } from '../reflection/class-reflection.ts'
import type { TypeInfo } from '../reflection/type-info.ts'
import type { Binding, BindingOptions, Lifetime, Resolver, Token } from './binding.ts'
import { linkTo } from './chain.ts'
import { disposeAll, disposerOf, type Disposer } from './dispose.ts'
import { AsynchronousBinding, NotLocal, OutsideRequestScope, RegisteredTooLate } from './errors.ts'
import { invoke } from './invoke.ts'
import { Plans, type ParameterPlan } from './plans.ts'
import { Scope, type ProvidedObjects } from './scope.ts'
import { refuseRequestDependencies } from './refuse-request-dependencies.ts'
import { findLocal, sourceOf } from './supplied.ts'

/** A plan that injects services into a method. */
export interface MethodPlan {
  /**
   * Resolves the services and passes them to `call` in the order of the parameters. If a scope is needed, it ends after
   * the call. `getArguments` returns the objects that the caller passes; it is called only if a parameter takes one of
   * them.
   */
  invoke<T>(
    call: (services: unknown[]) => MaybePromise<T>,
    getArguments?: () => readonly unknown[],
  ): Promise<T>
}

export interface ContainerOptions {
  /** True to assume that a class that cannot be created is registered later. For planning only. */
  readonly isOpen?: boolean
}

/**
 * The dependency injection container. It creates services from the types of their constructor parameters. A class that
 * is not registered is created once per request if it depends on a request-scoped service, otherwise once.
 */
export class Container implements Resolver, AsyncDisposable {
  readonly #bindings = new Map<Token, Binding>()
  readonly #plans: Plans
  readonly #singletons = new Map<Token, unknown>()
  readonly #built = new Set<Token>()
  readonly #disposers: Disposer[] = []
  #booted = false

  constructor({ isOpen = false }: ContainerOptions = {}) {
    this.#plans = new Plans(this.#bindings, isOpen)
    this.instance(Container, this)
  }

  /** Registers an existing value. The container does not dispose of it. */
  instance<T>(token: Token<T>, value: T): this {
    this.#register(token, { lifetime: 'singleton', create: () => value })
    this.#singletons.set(token, value)
    return this
  }

  /**
   * Registers a factory that creates a service on first use. The factory must not return a promise: await asynchronous
   * setup first, and register the result with `instance`. Throws `AsynchronousBinding` for an `async` function.
   */
  bind<T>(token: Token<T>, create: (c: Resolver) => T, options: BindingOptions<T> = {}): this {
    const { scope: lifetime = 'singleton' } = options
    if (types.isAsyncFunction(create)) throw new AsynchronousBinding(token, lifetime)
    this.#register(token, {
      lifetime,
      create,
      dispose: options.dispose as Binding['dispose'],
      check: options.check,
    })
    this.#singletons.delete(token)
    return this
  }

  /** Closes registration: after this call, `instance` and `bind` throw `RegisteredTooLate`. */
  boot(): this {
    this.#booted = true
    return this
  }

  /** Returns a service. Throws `UnresolvableDependency`, or `OutsideRequestScope` for a request-scoped service. */
  get<T>(token: Token<T>): T {
    const existing = this.#singletons.get(token)
    if (existing !== undefined) return existing as T
    const plan = this.#plans.of(token)
    if (plan.lifetime === 'request') throw this.#outsideRequestError(token)
    const value = this.#plans.build(plan, this)
    if (plan.lifetime === 'singleton') {
      this.#singletons.set(token, value)
      this.#built.add(token)
      const dispose = disposerOf(value, plan.dispose)
      if (dispose) this.#disposers.push(dispose)
    }
    return value as T
  }

  /** True if the token is registered with `instance` or `bind`. The container may create other classes, too. */
  has(token: Token): boolean {
    return this.#bindings.has(token)
  }

  /** The registered tokens. Creates no services. */
  get registered(): readonly Token[] {
    return [...this.#bindings.keys()]
  }

  /** Returns the lifetime of a service. Creates no services. Throws `UnresolvableDependency`. */
  lifetime(token: Token): Lifetime {
    return this.#plans.of(token).lifetime
  }

  /** Returns the tokens that requests provide for a service and its dependencies. Creates no services. */
  supplied(token: Token): readonly Token[] {
    return this.#plans.of(token).supplied
  }

  /**
   * Returns the tokens without which the service cannot be created: those in `supplied` that are not optional, and
   * `Request` if the service depends on it. Creates no services.
   */
  required(token: Token): readonly Token[] {
    return this.#plans.of(token).required
  }

  /**
   * Plans the injection of a method's parameters, for callers such as a job worker. `argumentClasses` lists the classes
   * of the objects that the caller passes with each call. Creates no services. Throws `UnresolvableDependency`,
   * `NotLocal` or `NeedsRequest`.
   */
  planMethod(
    owner: Token,
    method: MethodReflection,
    argumentClasses: readonly Token[] = [],
  ): MethodPlan {
    const parameters = method.parameters.filter(({ rest }) => !rest)
    const argumentIndexes = parameters.map(({ type }) =>
      argumentClasses.findIndex((token) => isOf(type, token)),
    )
    const services = parameters.filter((_, index) => argumentIndexes[index] === -1)
    const plan = this.planParameters(owner, { ...method, parameters: services })
    for (const token of plan.supplied) {
      const source = sourceOf(token)
      if (source && !this.has(source)) throw new NotLocal(owner, method, token, source)
      if (source && !findLocal(token)) throw new NotLocal(owner, method, token)
    }
    refuseRequestDependencies(plan.required, `${owner.name}.${method.name}`, method.at)
    const takesArguments = services.length < parameters.length
    return {
      invoke: (call, getArguments) => {
        const resolve = (resolver: Resolver) =>
          takesArguments
            ? merge(argumentIndexes, getArguments?.() ?? [], plan.resolve(resolver))
            : plan.resolve(resolver)
        return invoke(this, plan.lifetime, (resolver) => call(resolve(resolver)), {
          get: findLocal,
        })
      },
    }
  }

  /**
   * Plans the parameters of a method that is called with a container or a scope. Creates no services. Throws
   * `UnresolvableDependency`.
   */
  planParameters(owner: Token, method: MethodReflection): ParameterPlan {
    return this.#plans.ofMethod(owner, method)
  }

  /** Opens a scope for one request. `provided` looks up the objects that only this request can provide. */
  createScope(provided?: ProvidedObjects): Scope {
    return new Scope(this, this.#plans, provided)
  }

  /**
   * Disposes of the singletons that the container created, in reverse order. Uses the `dispose` option of their
   * binding, or else `Symbol.asyncDispose`, `Symbol.dispose` or a `close()` without parameters.
   */
  [Symbol.asyncDispose](): Promise<void> {
    return disposeAll(this.#disposers)
  }

  #register(token: Token, binding: Binding): void {
    if (this.#booted) throw new RegisteredTooLate(token, 'booted')
    if (this.#built.has(token)) throw new RegisteredTooLate(token, 'built')
    this.#bindings.set(token, binding)
    this.#plans.forget()
  }

  #outsideRequestError(token: Token): OutsideRequestScope {
    const currentChain = this.#plans.currentChain()
    const dependent = currentChain.at(-1)
    const remedy = dependent
      ? `${dependent.type} is created outside of a request: register it with { scope: 'request' } too.`
      : 'Get it from a scope: container.createScope().'
    const { requestChain } = this.#plans.of(token)
    return new OutsideRequestScope(
      [...currentChain, linkTo(token), ...requestChain],
      `${token.name} exists once per request, but was resolved outside a request. ${remedy}`,
    )
  }
}

/** True if a declared type is the class `token`. It may be a class of the application or of the platform. */
function isOf(type: TypeInfo, token: Token): boolean {
  return type.kind === 'class'
    ? type.class === token
    : type.kind === 'builtin' && type.name === token.name
}

/**
 * Returns the arguments: for each index in `argumentIndexes` the argument at that index, or the next service for -1.
 */
function merge(
  argumentIndexes: readonly number[],
  args: readonly unknown[],
  services: readonly unknown[],
): unknown[] {
  const rest = services.values()
  return argumentIndexes.map((index) => (index === -1 ? rest.next().value : args[index]))
}
