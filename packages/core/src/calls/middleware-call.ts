import type { CallContext } from './call-context.ts'
import { MiddlewareFailed } from './errors.ts'

/** The state of one middleware during one call. */
export class MiddlewareCall<Context extends CallContext = CallContext> {
  /** The name of the class of the middleware. */
  readonly name: string
  readonly context: Context
  #isContinued = false

  constructor(name: string, context: Context) {
    this.name = name
    this.context = context
  }

  /** Called first by `next`. Throws if it was already called, or if the call has timed out. */
  proceed(): void {
    if (this.#isContinued) {
      throw new MiddlewareFailed(this.name, 'called next() twice. Call it once.')
    }
    this.#isContinued = true
    this.context.throwIfOver()
  }
}
