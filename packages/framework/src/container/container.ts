import { types } from 'node:util'
import type { MethodReflection } from '../reflection/reflect.ts'
import type { TypeInfo } from '../reflection/type-info.ts'
import type { Binding, BindingOptions, Lifetime, Resolver, Token } from './binding.ts'
import { linkTo } from './chain.ts'
import { disposeAll, disposerOf, type Disposer } from './dispose.ts'
import { AsynchronousBinding, NotLocal, OutsideRequestScope, RegisteredTooLate } from './errors.ts'
import { invoke } from './invoke.ts'
import { Plans, type ParameterPlan } from './plans.ts'
import { Scope, type Provided } from './scope.ts'
import { refuseNeeds } from './refuse-needs.ts'
import { findLocal, sourceOf } from './supplied.ts'

/** How a method gets its services. */
export interface MethodPlan {
  /**
   * Calls with the services, in the order of the parameters. A scope that they need ends after the call. `give` is
   * asked for what the caller gives, where a parameter takes any of it.
   */
  invoke<T>(
    call: (services: unknown[]) => T | Promise<T>,
    give?: () => readonly unknown[],
  ): Promise<T>
}

export interface ContainerOptions {
  /** Takes what it could not build for something that would be registered before it is needed: for plans alone. */
  readonly isOpen?: boolean
}

/**
 * Builds classes from their constructor types. What nobody registered is built from its own
 * constructor: once per request when it needs something of the request, else once.
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

  /** Registers a finished value. The container does not end it: who made it does. */
  instance<T>(token: Token<T>, value: T): this {
    this.#register(token, { lifetime: 'singleton', create: () => value })
    this.#singletons.set(token, value)
    return this
  }

  /**
   * Registers how a service is built, when it is first asked for. The factory returns the service
   * itself, never a promise: what must be waited for goes through `instance`. Throws `AsynchronousBinding`.
   */
  bind<T>(token: Token<T>, create: (c: Resolver) => T, options: BindingOptions<T> = {}): this {
    const { scope: lifetime = 'singleton' } = options
    if (types.isAsyncFunction(create)) throw new AsynchronousBinding(token, lifetime)
    this.#register(token, {
      lifetime,
      create,
      dispose: options.dispose as Binding['dispose'],
    })
    this.#singletons.delete(token)
    return this
  }

  /** Ends registration: `instance` and `bind` throw `RegisteredTooLate` from here on. */
  boot(): this {
    this.#booted = true
    return this
  }

  /** Throws `UnresolvableDependency`, or `OutsideRequestScope` for what exists once per request. */
  get<T>(token: Token<T>): T {
    const existing = this.#singletons.get(token)
    if (existing !== undefined) return existing as T
    const plan = this.#plans.of(token)
    if (plan.lifetime === 'request') throw this.#outsideRequest(token)
    const value = this.#plans.build(plan, this)
    if (plan.lifetime === 'singleton') {
      this.#singletons.set(token, value)
      this.#built.add(token)
      const dispose = disposerOf(value, plan.dispose)
      if (dispose) this.#disposers.push(dispose)
    }
    return value as T
  }

  /** Whether the token was registered; a class that would be built from its constructor was not. */
  has(token: Token): boolean {
    return this.#bindings.has(token)
  }

  /** What has been registered. Builds nothing. */
  get registered(): readonly Token[] {
    return [...this.#bindings.keys()]
  }

  /** How long the token's service lives. Builds nothing; throws `UnresolvableDependency`. */
  lifetime(token: Token): Lifetime {
    return this.#plans.of(token).lifetime
  }

  /** What requests have to supply for a token's service, and for all that it needs. Builds nothing. */
  supplied(token: Token): readonly Token[] {
    return this.#plans.of(token).supplied
  }

  /** What a token's service cannot be built without, of all that requests have to supply. Builds nothing. */
  required(token: Token): readonly Token[] {
    return this.#plans.of(token).required
  }

  /**
   * How the parameters of a method are supplied, for whoever calls a method with services. `given` are the classes
   * whose objects the caller gives with each call. Builds nothing; throws `UnresolvableDependency`, `NotLocal`
   * or `NeedsRequest`.
   */
  planMethod(owner: Token, method: MethodReflection, given: readonly Token[] = []): MethodPlan {
    const parameters = method.parameters.filter(({ rest }) => !rest)
    const places = parameters.map(({ type }) => given.findIndex((token) => isOf(type, token)))
    const services = parameters.filter((_, index) => places[index] === -1)
    const plan = this.planParameters(owner, { ...method, parameters: services })
    for (const token of plan.supplied) {
      const source = sourceOf(token)
      if (source && !this.has(source)) throw new NotLocal(owner, method, token, source)
      if (source && !findLocal(token)) throw new NotLocal(owner, method, token)
    }
    refuseNeeds(plan.required, `${owner.name}.${method.name}`, method.at)
    const takesGiven = services.length < parameters.length
    return {
      invoke: (call, give) => {
        const resolve = (resolver: Resolver) =>
          takesGiven
            ? merge(places, give?.() ?? [], plan.resolve(resolver))
            : plan.resolve(resolver)
        return invoke(this, plan.lifetime, (resolver) => call(resolve(resolver)), {
          get: findLocal,
        })
      },
    }
  }

  /**
   * How the parameters of a method are supplied, for whoever has a container or a scope to take them from. Builds nothing;
   * throws `UnresolvableDependency`.
   */
  planParameters(owner: Token, method: MethodReflection): ParameterPlan {
    return this.#plans.ofMethod(owner, method)
  }

  /** Opens a scope for one request, with what only this request can supply. */
  createScope(provided?: Provided): Scope {
    return new Scope(this, this.#plans, provided)
  }

  /**
   * Ends the singletons that the container built, the last one first: by their binding's `dispose`,
   * else `Symbol.asyncDispose`, `Symbol.dispose` or a `close()` without parameters.
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

  #outsideRequest(token: Token): OutsideRequestScope {
    const underway = this.#plans.underway()
    const asking = underway.at(-1)
    const remedy = asking
      ? `${asking.type} is built outside one: register it with { scope: 'request' } too.`
      : 'Ask a scope for it: container.createScope().'
    const { toRequest } = this.#plans.of(token)
    return new OutsideRequestScope(
      [...underway, linkTo(token), ...toRequest],
      `${token.name} exists once per request, and was asked for outside a request. ${remedy}`,
    )
  }
}

/** Whether a declared type is that class, of the application or of the platform. */
function isOf(type: TypeInfo, token: Token): boolean {
  return type.kind === 'class'
    ? type.class === token
    : type.kind === 'builtin' && type.name === token.name
}

/** The arguments: for each place what is given there, or, at -1, the next service. */
function merge(
  places: readonly number[],
  given: readonly unknown[],
  services: readonly unknown[],
): unknown[] {
  const rest = services.values()
  return places.map((place) => (place === -1 ? rest.next().value : given[place]))
}
