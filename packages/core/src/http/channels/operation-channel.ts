import { tracingChannel, type TracingChannel } from 'node:diagnostics_channel'
import { isPromise } from '../../base/platform/maybe-promise.ts'

/** A message about one operation. Properties whose values are not available at the start are set later. */
export interface OperationMessage {
  /** The error with which the operation failed. */
  error?: unknown
  /**
   * A function that wraps the operation, for example to run it in an `AsyncLocalStorage` context. A subscriber of
   * `start` may set it. The function must call the operation once and return its result. If a function is already set,
   * the new function must call the earlier one.
   */
  around?: ((operation: () => unknown) => unknown) | undefined
}

const values = new WeakMap<OperationMessage, unknown>()

/**
 * Attaches the data of an operation to its message. The data is not stored as a property, because messages may be
 * logged.
 */
export function keepValues<Message extends OperationMessage>(
  message: Message,
  value: unknown,
): Message {
  values.set(message, value)
  return message
}

/**
 * Returns the data of an operation: the event, the payload of a job as JSON, or the `params` of an MCP message. Do not
 * log it.
 */
export function valuesOf(message: OperationMessage): unknown {
  return values.get(message)
}

/** Callbacks for the start of an operation, the end of its synchronous part, its failure, and its end. */
export interface OperationWatcher<Message extends OperationMessage> {
  start?(message: Message): void
  end?(message: Message): void
  error?(message: Message): void
  finish?(message: Message): void
}

/**
 * Publishes operations on `tracingChannel(name)` of `node:diagnostics_channel`: `start` and `end` around the
 * synchronous part, `asyncStart` and `asyncEnd` when the operation has ended, `error` if it fails.
 */
export class OperationChannel<Message extends OperationMessage> {
  readonly #name: string
  #channel: TracingChannel<Message, Message> | undefined
  // Watchers are called directly, because Node's channels would add half a microsecond to each request.
  #watchers: readonly OperationWatcher<Message>[] = []
  #starts: readonly Subscriber<Message>[] = []
  #ends: readonly Subscriber<Message>[] = []
  #errors: readonly Subscriber<Message>[] = []
  #finishes: readonly Subscriber<Message>[] = []

  constructor(name: string) {
    this.#name = name
  }

  /**
   * The Node channel. It is created for the first operation, because creating all channels would
   * delay the start of each process by 0.2 ms.
   */
  get #tracing(): TracingChannel<Message, Message> {
    return (this.#channel ??= tracingChannel<Message, Message>(this.#name))
  }

  /** True if the channel has subscribers. Check it before creating a message. */
  get hasSubscribers(): boolean {
    return this.#watchers.length > 0 || this.#isSubscribed
  }

  /** True if the Node channel has subscribers. */
  get #isSubscribed(): boolean {
    // On Bun, only the individual channels have `hasSubscribers`.
    return this.#tracing.hasSubscribers ?? this.#tracing.start.hasSubscribers
  }

  /**
   * Registers a watcher, and returns a function that removes it. Errors of watchers are ignored, because they must not
   * fail the operation.
   */
  watch(watcher: OperationWatcher<Message>): () => void {
    const copy = { ...watcher }
    this.#setWatchers([...this.#watchers, copy])
    return () => this.#setWatchers(this.#watchers.filter((other) => other !== copy))
  }

  #setWatchers(watchers: readonly OperationWatcher<Message>[]): void {
    this.#watchers = watchers
    this.#starts = watchers.flatMap(({ start }) => start ?? [])
    this.#ends = watchers.flatMap(({ end }) => end ?? [])
    this.#errors = watchers.flatMap(({ error }) => error ?? [])
    this.#finishes = watchers.flatMap(({ finish }) => finish ?? [])
  }

  /** Runs an operation. It ends when it returns, or when the returned promise settles. */
  run<T>(message: Message, operation: () => T): T {
    let result: T
    try {
      result = this.begin(message, operation)
    } catch (thrown) {
      this.finish(message)
      throw thrown
    }
    if (!isPromise(result)) {
      this.finish(message)
      return result
    }
    return result.then(
      (value: unknown) => {
        this.finish(message)
        return value
      },
      (thrown: unknown) => {
        this.fail(message, thrown)
        this.finish(message)
        throw thrown
      },
    ) as T
  }

  /** Runs the synchronous part of an operation. The caller must call `finish` when the operation ends. */
  begin<T>(message: Message, operation: () => T): T {
    return this.#isSubscribed
      ? this.#tracing.start.runStores(message, () => this.#begin(message, operation))
      : this.#begin(message, operation)
  }

  #begin<T>(message: Message, operation: () => T): T {
    notify(this.#starts, message)
    try {
      return message.around ? runAround(message.around, operation) : operation()
    } catch (thrown) {
      this.fail(message, thrown)
      throw thrown
    } finally {
      notify(this.#ends, message)
      if (this.#isSubscribed) this.#tracing.end.publish(message)
    }
  }

  /** Publishes the end of an operation. */
  finish(message: Message): void {
    notify(this.#finishes, message)
    if (!this.#isSubscribed) return
    const { asyncStart, asyncEnd } = this.#tracing
    asyncStart.publish(message)
    asyncEnd.publish(message)
  }

  /** Publishes the failure of an operation. Does nothing if one was already published. */
  fail(message: Message, thrown: unknown): void {
    if (message.error !== undefined) return
    message.error = thrown
    notify(this.#errors, message)
    if (this.#isSubscribed) this.#tracing.error.publish(message)
  }
}

type Subscriber<Message> = (message: Message) => void

function notify<Message>(watchers: readonly Subscriber<Message>[], message: Message): void {
  for (const watcher of watchers) {
    try {
      watcher(message)
    } catch {
      // Ignored, because the operation must not fail.
    }
  }
}

/** Runs an operation inside the `around` function of a subscriber. The function cannot change the result. */
function runAround<T>(around: NonNullable<OperationMessage['around']>, operation: () => T): T {
  let outcome: { readonly value: T } | { readonly thrown: unknown } | undefined
  const run = () => {
    outcome ??= attempt(operation)
    if ('thrown' in outcome) throw outcome.thrown
    return outcome.value
  }
  try {
    around(run)
  } catch (error) {
    if (!outcome)
      console.error(
        'The "around" function of a subscriber failed before it called the operation.',
        error,
      )
  }
  return run()
}

function attempt<T>(operation: () => T): { readonly value: T } | { readonly thrown: unknown } {
  try {
    return { value: operation() }
  } catch (thrown) {
    return { thrown }
  }
}
