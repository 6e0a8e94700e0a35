import type { AsyncLocalStorage } from 'node:async_hooks'

/** What is under way: names by which lines of a log, spans and jobs are found together. */
export interface CurrentContext {
  readonly requestId?: string | undefined
  /** 32 hexadecimal digits. */
  readonly traceId?: string | undefined
  /** 16 hexadecimal digits. */
  readonly spanId?: string | undefined
  /** The id of the job that runs. */
  readonly job?: string | undefined
}

/** Keeps contexts: by itself, or in the contexts of another library. */
export interface ContextStore {
  current(): CurrentContext | undefined
  run<T>(context: CurrentContext, work: () => T): T
}

/** Made with the first context, because a storage costs every promise. */
class OwnContexts implements ContextStore {
  #storage: AsyncLocalStorage<CurrentContext> | undefined

  current(): CurrentContext | undefined {
    return this.#storage?.getStore()
  }

  run<T>(context: CurrentContext, work: () => T): T {
    if (!this.#storage) {
      // An import would load two modules of Node at every start.
      const { AsyncLocalStorage } = process.getBuiltinModule('node:async_hooks')
      this.#storage = new AsyncLocalStorage()
    }
    return this.#storage.run(context, work)
  }
}

const own = new OwnContexts()
let store: ContextStore = own

/** The context of whoever calls; undefined where neither `FW_REQUEST_ID` nor a provider of spans is on. */
export function currentContext(): CurrentContext | undefined {
  return store.current()
}

/** Does work in a context, which adds to the one around it. */
export function inContext<T>(context: CurrentContext, work: () => T): T {
  const around = store.current()
  return store.run(around ? { ...around, ...context } : context, work)
}

/** Has contexts kept elsewhere; without a store, here again. */
export function keepContexts(other: ContextStore = own): void {
  store = other
}
