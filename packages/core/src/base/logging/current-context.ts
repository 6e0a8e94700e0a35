import type { AsyncLocalStorage } from 'node:async_hooks'

/** The current context. It connects log lines, spans and jobs. */
export interface CurrentContext {
  readonly requestId?: string | undefined
  /** The id of the trace, 32 hexadecimal digits. */
  readonly traceId?: string | undefined
  /** The id of the span, 16 hexadecimal digits. */
  readonly spanId?: string | undefined
  /** The id of the running job. */
  readonly job?: string | undefined
}

/** A store of contexts: the framework's own or that of another library. */
export interface ContextStore {
  current(): CurrentContext | undefined
  run<T>(context: CurrentContext, work: () => T): T
}

/** Creates its `AsyncLocalStorage` with the first context, because it slows down every promise. */
class OwnContexts implements ContextStore {
  #storage: AsyncLocalStorage<CurrentContext> | undefined

  current(): CurrentContext | undefined {
    return this.#storage?.getStore()
  }

  run<T>(context: CurrentContext, work: () => T): T {
    if (!this.#storage) {
      // An import would load two Node modules at every start.
      const { AsyncLocalStorage } = process.getBuiltinModule('node:async_hooks')
      this.#storage = new AsyncLocalStorage()
    }
    return this.#storage.run(context, work)
  }
}

const own = new OwnContexts()
let store: ContextStore = own

/** Returns the context of the caller; undefined if neither `FW_REQUEST_ID` nor a provider of spans is active. */
export function currentContext(): CurrentContext | undefined {
  return store.current()
}

/** Runs a function in a context, which is merged into the current one. */
export function inContext<T>(context: CurrentContext, work: () => T): T {
  const around = store.current()
  return store.run(around ? { ...around, ...context } : context, work)
}

/** Switches to a different store of contexts; without an argument, to the framework's own. */
export function keepContexts(other: ContextStore = own): void {
  store = other
}
