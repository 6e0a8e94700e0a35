import type { Resolver } from '../base/container/binding.ts'
import { NotProvided } from '../base/container/errors.ts'
import { findSupplied } from '../base/container/supplied.ts'
import type { Class } from '../base/reflection/type-info.ts'

/** The plan for calls of one target, such as a route or a tool, computed at boot. */
export interface ContextPlan {
  /**
   * The decorators by their class, the outermost level first. For a `Setting`, such as `@Cors`,
   * only those of the innermost level are included.
   */
  readonly attributes: ReadonlyMap<Class, readonly object[]>
  /** The classes that the middleware of the target declares with `@Provides`. */
  readonly provides: ReadonlySet<Class>
}

/** The state of one call of a route or tool while it passes through the middleware. */
export abstract class CallContext<Plan extends ContextPlan = ContextPlan> {
  readonly plan: Plan
  /** The services of this call: its scope if it has one, otherwise the container. */
  services: Resolver
  /** Values that middleware has provided. Undefined for most calls. */
  provided: Map<Class, unknown> | undefined = undefined
  /** The controller that aborts the signal of the call. Undefined if there is no time limit. */
  abort: AbortController | undefined = undefined
  /** The background work of the call, which continues after the response and uses the services of the call. */
  late: Promise<unknown> | undefined = undefined

  constructor(plan: Plan, services: Resolver) {
    this.plan = plan
    this.services = services
  }

  /** Returns the innermost instance of a decorator: on the method, or else on its class, or else on the application. */
  attribute<T>(type: Class<T>): T | undefined {
    return this.attributes(type).at(-1)
  }

  /**
   * Returns all instances of a decorator, the outermost first. For a `Setting`, such as `@Timeout`,
   * only the instances of the innermost level are included.
   */
  attributes<T>(type: Class<T>): readonly T[] {
    return (this.plan.attributes.get(type) ?? []) as readonly T[]
  }

  /** Provides a value for parameters of its type. Throws if no middleware is marked with `@Provides(type)`. */
  provide<T>(type: Class<T>, value: T): void {
    if (!this.plan.provides.has(type)) throw undeclared(type)
    ;(this.provided ??= new Map()).set(type, value)
  }

  /** Returns a value that middleware provided. Throws `NotProvided` if there is no such value. */
  get<T>(type: Class<T>): T {
    const value = this.find(type)
    if (value === undefined) throw new NotProvided(type)
    return value
  }

  /** Returns a value that middleware provided; undefined if there is no such value. */
  find<T>(type: Class<T>): T | undefined {
    return findSupplied(this.provided, type) as T | undefined
  }

  /** Returns a signal that aborts when the caller aborts, or when the time limit is exceeded. */
  signalWith(caller: AbortSignal): AbortSignal {
    return this.abort ? AbortSignal.any([caller, this.abort.signal]) : caller
  }

  /** Throws the abort reason if the call has timed out: the caller has already received a response. */
  throwIfOver(): void {
    this.abort?.signal.throwIfAborted()
  }
}

/** Returns the error for a provided value whose type is not declared by any middleware of the target. */
export function undeclared({ name }: Class): TypeError {
  return new TypeError(
    `provide(${name}, …): no middleware of this request or call is marked @Provides(${name}). Mark the one that provides it.`,
  )
}

/** The state of one middleware during one call. */
export class MiddlewareCall<Context extends CallContext = CallContext> {
  /** The name of the class of the middleware. */
  readonly name: string
  readonly context: Context
  #hasCalledNext = false

  constructor(name: string, context: Context) {
    this.name = name
    this.context = context
  }

  /** Records that the middleware called `next`. Throws if `next` was already called, or if the call has timed out. */
  proceed(): void {
    if (this.#hasCalledNext) {
      throw new MiddlewareFailed(this.name, 'called next() twice. Call it once.')
    }
    this.#hasCalledNext = true
    this.context.throwIfOver()
  }
}

/** Thrown if middleware breaks its contract, for example by calling `next` twice. */
export class MiddlewareFailed extends Error {
  override readonly name = 'MiddlewareFailed'

  constructor(middleware: string, problem: string) {
    super(`${middleware}.handle ${problem}`)
  }
}
