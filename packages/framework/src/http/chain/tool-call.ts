import { findSupplied } from '../../container/supplied.ts'
import { NotProvided } from '../../container/errors.ts'
import type { Resolver } from '../../container/binding.ts'
import { exchangeOf, type HttpRequest } from '../../message/http-request.ts'
import type { Class } from '../../reflection/type-info.ts'
import type { Surroundings } from './chain-plan.ts'

/** What an agent has called. */
export interface CalledTool {
  readonly kind: 'tool' | 'resource'
  /** The name of a tool; the uri, or uri template, of a resource. */
  readonly name: string
  readonly class: Class
  readonly methodName: string
}

/** One call of a tool, or one read of a resource, as middleware sees it. */
export class ToolCall {
  readonly tool: CalledTool
  /** As the agent sent them, not yet checked. */
  readonly arguments: Readonly<Record<string, unknown>>
  /** The HTTP request that brings the call; absent over stdio. */
  readonly request: HttpRequest | undefined
  /** The services of this call; present where middleware needs them. */
  scope: Resolver | undefined
  /** Aborts the signal that the tool was given; present where a time limit stands around it. */
  abort: AbortController | undefined
  /** Settles at the end of a call that nobody waits for any more. */
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

  /** A signal that the caller, and the middleware around, can abort. */
  signalWith(caller: AbortSignal): AbortSignal {
    return this.abort ? AbortSignal.any([caller, this.abort.signal]) : caller
  }

  /** The attribute of a class that stands nearest: on the method, else on its class. */
  attribute<T>(type: Class<T>): T | undefined {
    return this.attributes(type).at(-1)
  }

  /** All attributes of a class, those of the tool's class first; of a setting only those of the nearest level. */
  attributes<T>(type: Class<T>): readonly T[] {
    return (this.#plan.attributes.get(type) ?? []) as readonly T[]
  }

  /** Hands a value on, to whatever takes one of its type. Throws where no middleware around is marked @Provides(type). */
  provide<T>(type: Class<T>, value: T): void {
    if (!this.#plan.provides.has(type)) {
      throw new TypeError(
        `call.provide(${type.name}, …) was called by a middleware that does not say so. ` +
          `Mark its class @Provides(${type.name}).`,
      )
    }
    this.#provided.set(type, value)
  }

  /** A value that middleware has provided, around the tool or around `/mcp`. Throws `NotProvided` where none has. */
  get<T>(type: Class<T>): T {
    const value = this.find(type)
    if (value === undefined) throw new NotProvided(type)
    return value
  }

  /** A value that middleware has provided; undefined where none has. */
  find<T>(type: Class<T>): T | undefined {
    return (findSupplied(this.#provided, type) ?? findProvided(this.request, type)) as T | undefined
  }
}

/** What the middleware around a request has provided; undefined where none has. */
export function findProvided(request: HttpRequest | undefined, type: Class): unknown {
  return request && findSupplied(exchangeOf(request)?.provided, type)
}
