import type { AsyncLocalStorage } from 'node:async_hooks'

/** The ids of the current request, span and job, by which their log lines can be found. */
export interface CurrentContext {
  readonly requestId?: string | undefined
  /** The id of the trace, 32 hexadecimal digits. */
  readonly traceId?: string | undefined
  /** The id of the span, 16 hexadecimal digits. */
  readonly spanId?: string | undefined
  /** The id of the running job. */
  readonly job?: string | undefined
}

/** A store of contexts, provided by the framework or another library. */
export interface ContextStore {
  current(): CurrentContext | undefined
  run<T>(context: CurrentContext, work: () => T): T
}

/** Creates the `AsyncLocalStorage` when the first context is set, because it slows down every promise. */
class AsyncLocalContextStore implements ContextStore {
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

const defaultStore = new AsyncLocalContextStore()
let store: ContextStore = defaultStore

/**
 * Returns the context of the current request, job or operation; undefined unless request ids are
 * enabled (`FW_REQUEST_ID`) or a tracing library sets a context.
 */
export function currentContext(): CurrentContext | undefined {
  return store.current()
}

/** Runs a function in a context, which is merged into the current one. */
export function inContext<T>(context: CurrentContext, work: () => T): T {
  const outer = store.current()
  return store.run(outer ? { ...outer, ...context } : context, work)
}

/** Switches to a different store of contexts; without an argument, to the store of the framework. */
export function keepContexts(contextStore: ContextStore = defaultStore): void {
  store = contextStore
}
