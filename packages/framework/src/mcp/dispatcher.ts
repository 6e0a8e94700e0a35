import { provideRequest } from '../binding/provide-request.ts'
import type { Container } from '../container/container.ts'
import { prepareInvoke } from '../container/invoke.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { Class } from '../reflection/type-info.ts'

/** A method that serves a tool or resource. */
export interface Handler {
  readonly class: Class
  readonly methodName: string
  /** `Class.method` */
  readonly owner: string
}

/** Calls the method of a tool or resource on an object from the container. */
export type Invoke = (args: readonly unknown[], request: HttpRequest | undefined) => unknown

type Target = Record<string, (...args: readonly unknown[]) => unknown>

/** Brings calls to the methods that serve them. */
export class McpDispatcher {
  readonly #app: Container

  /** `app` is the booted container. */
  constructor(app: Container) {
    this.#app = app
  }

  /** Decides once how a method is called; each message may have a scope of its own. Throws where its class cannot be built. */
  prepare({ class: type, methodName }: Handler): Invoke {
    return prepareInvoke(
      this.#app,
      type,
      (target, args: readonly unknown[]) =>
        ((target as Target)[methodName] as Target[string])(...args),
      (request: HttpRequest | undefined) => request && provideRequest(request),
    )
  }
}
