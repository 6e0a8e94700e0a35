import { provideRequest } from '../binding/provide-request.ts'
import type { Container } from '../container/container.ts'
import type { IncomingRequest } from '../message/incoming-request.ts'
import type { Class } from '../reflection/type-info.ts'

/** A method that serves a tool or resource. */
export interface Handler {
  readonly class: Class
  readonly methodName: string
  /** `Class.method` */
  readonly owner: string
}

/** Calls the method of a tool or resource on an object from the container. */
export type Invoke = (args: readonly unknown[], request: IncomingRequest | undefined) => unknown

type Target = Record<string, (...args: readonly unknown[]) => unknown>

/** Brings calls to the methods that serve them. */
export class McpDispatcher {
  readonly #app: Container

  /** `app` is the booted container. */
  constructor(app: Container) {
    this.#app = app
  }

  /** Decides once how a method is called. Throws where its class cannot be built. */
  prepare({ class: type, methodName }: Handler): Invoke {
    if (this.#app.lifetime(type) !== 'singleton') return this.#invokeInScope(type, methodName)
    let target: Target | undefined
    return (args) => {
      target ??= this.#app.get(type) as Target
      return (target[methodName] as Target[string])(...args)
    }
  }

  /** Each message has a scope of its own, which ends when it has been answered. */
  #invokeInScope(type: Handler['class'], methodName: string): Invoke {
    return async (args, request) => {
      const scope = this.#app.createScope(request && provideRequest(request))
      try {
        return await ((scope.get(type) as Target)[methodName] as Target[string])(...args)
      } finally {
        await scope[Symbol.asyncDispose]()
      }
    }
  }
}
