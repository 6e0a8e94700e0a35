import { findSupplied } from '../../container/supplied.ts'
import { NotProvided } from '../../container/errors.ts'
import type { Resolver } from '../../container/binding.ts'
import { exchangeOf, type HttpRequest } from '../../message/http-request.ts'
import type { Class } from '../../reflection/type-info.ts'
import type { Surroundings } from './chain-plan.ts'

/** The tool or resource that an agent has called. */
export interface CalledTool {
  readonly kind: 'tool' | 'resource'
  /** The name of a tool, or the uri or uri template of a resource. */
  readonly name: string
  readonly class: Class
  readonly methodName: string
}

/** A call of a tool, or a read of a resource, as middleware sees it. */
export class ToolCall {
  readonly tool: CalledTool
  /** The arguments as the agent sent them, not yet validated. */
  readonly arguments: Readonly<Record<string, unknown>>
  /** The HTTP request of the call, or undefined over stdio. */
  readonly request: HttpRequest | undefined
  /** The services of this call. Undefined if no middleware needs them. */
  scope: Resolver | undefined
  /** Aborts the signal of the tool. Undefined without a time limit. */
  abort: AbortController | undefined
  /** Settles when a call that has timed out ends. */
  late: Promise<unknown> | undefined
  readonly #plan: Surroundings
  readonly #provided: Map<Class, unknown>

  constructor(
    tool: CalledTool,
    given: Readonly<Record<string, unknown>>,
    request: HttpRequest | undefined,
    plan: Surroundings,
    supplied?: ReadonlyMap<Class, unknown>,
  ) {
    this.tool = tool
    this.arguments = given
    this.request = request
    this.#plan = plan
    this.#provided = new Map(supplied)
  }

  /** Returns a signal that the caller and the middleware can abort. */
  signalWith(caller: AbortSignal): AbortSignal {
    return this.abort ? AbortSignal.any([caller, this.abort.signal]) : caller
  }

  /** Returns the innermost decorator of a class: of the method, otherwise of its class. */
  attribute<T>(type: Class<T>): T | undefined {
    return this.attributes(type).at(-1)
  }

  /**
   * Returns all decorators of a class, those of the tool's class first. Of a setting, only those of the innermost
   * level.
   */
  attributes<T>(type: Class<T>): readonly T[] {
    return (this.#plan.attributes.get(type) ?? []) as readonly T[]
  }

  /**
   * Provides a value for parameters of its type. Throws if no middleware of the tool is marked with `@Provides(type)`.
   */
  provide<T>(type: Class<T>, value: T): void {
    if (!this.#plan.provides.has(type)) {
      throw new TypeError(
        `call.provide(${type.name}, …) was called by a middleware that does not declare it. ` +
          `Mark its class @Provides(${type.name}).`,
      )
    }
    this.#provided.set(type, value)
  }

  /**
   * Returns a value that middleware of the tool or of `/mcp` provided. Throws `NotProvided` if there is no such value.
   */
  get<T>(type: Class<T>): T {
    const value = this.find(type)
    if (value === undefined) throw new NotProvided(type)
    return value
  }

  /** Returns a value that middleware provided, otherwise undefined. */
  find<T>(type: Class<T>): T | undefined {
    return (findSupplied(this.#provided, type) ?? findProvided(this.request, type)) as T | undefined
  }
}

/** Returns a value that the middleware of a request provided, otherwise undefined. */
export function findProvided(request: HttpRequest | undefined, type: Class): unknown {
  return request && findSupplied(exchangeOf(request)?.provided, type)
}
