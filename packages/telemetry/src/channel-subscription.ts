import { tracingChannel } from 'node:diagnostics_channel'
import type { OperationMessage } from 'fw/channels'

/** What is done at the start of an operation, at the end of what runs at once, and at its last end. */
export interface Watcher<M extends OperationMessage> {
  start(message: M): void
  end?(message: M): void
  finish(message: M): void
}

/** Watches the operations of a channel, until what it gives is called. What a watcher throws is dropped: it must not fail the operation. */
export function watch<M extends OperationMessage>(name: string, watcher: Watcher<M>): () => void {
  const channel = tracingChannel<M, M>(name)
  const quietly = (work: ((message: M) => void) | undefined) => (message: M) => {
    try {
      work?.(message)
    } catch {
      // There is nobody to tell: the operation is not to blame.
    }
  }
  const subscribers = {
    start: quietly((message) => watcher.start(message)),
    end: quietly(watcher.end && ((message) => watcher.end?.(message))),
    asyncStart() {},
    asyncEnd: quietly((message) => watcher.finish(message)),
    error() {},
  }
  channel.subscribe(subscribers)
  return () => void channel.unsubscribe(subscribers)
}

/** Something that is remembered of a message: a property of it, because an entry of a WeakMap costs a request a microsecond. */
export class Note<T> {
  readonly #key = Symbol('fw.note')

  get(message: object): T | undefined {
    return (message as Record<symbol, T | undefined>)[this.#key]
  }

  set(message: object, value: T): void {
    ;(message as Record<symbol, T>)[this.#key] = value
  }
}
