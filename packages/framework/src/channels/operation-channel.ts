import { tracingChannel, type TracingChannel } from 'node:diagnostics_channel'

/** What is told about one operation. What is known late is set when it is known. */
export interface OperationMessage {
  /** What it threw, or what it was refused with. */
  error?: unknown
  /**
   * A subscriber of `start` may set it: a function that is given the operation, calls it once and returns what that
   * gives. So it enters a context. Who finds one there already calls it inside their own.
   */
  around?: ((operation: () => unknown) => unknown) | undefined
}

const values = new WeakMap<OperationMessage, unknown>()

/** Puts beside a message what its operation works on: messages hold names alone, and may be logged. */
export function keepValues<Message extends OperationMessage>(
  message: Message,
  kept: unknown,
): Message {
  values.set(message, kept)
  return message
}

/** What an operation works on: the event, the payload of a job as JSON, the `params` of an agent's message. Do not log it. */
export function valuesOf(message: OperationMessage): unknown {
  return values.get(message)
}

/** What is done at the start of an operation, at the end of what runs at once, where it fails, and at its last end. */
export interface OperationWatcher<Message extends OperationMessage> {
  start?(message: Message): void
  end?(message: Message): void
  error?(message: Message): void
  finish?(message: Message): void
}

/**
 * Tells about operations by `tracingChannel(name)` of `node:diagnostics_channel`: `start` and `end` around what runs at
 * once, `asyncStart` and `asyncEnd` when the operation has ended, `error` where it fails.
 */
export class OperationChannel<Message extends OperationMessage> {
  readonly #name: string
  #known: TracingChannel<Message, Message> | undefined
  // They are called from here: what passes through the channels of Node costs a request half a microsecond more.
  #watchers: readonly OperationWatcher<Message>[] = []
  #starts: readonly Tell<Message>[] = []
  #ends: readonly Tell<Message>[] = []
  #errors: readonly Tell<Message>[] = []
  #finishes: readonly Tell<Message>[] = []

  constructor(name: string) {
    this.#name = name
  }

  /** Made when the first operation asks for it: each start would take 0.2 ms longer with those of all channels. */
  get #tracing(): TracingChannel<Message, Message> {
    return (this.#known ??= tracingChannel<Message, Message>(this.#name))
  }

  /** Ask before a message is made. */
  get hasSubscribers(): boolean {
    return this.#watchers.length > 0 || this.#isSubscribed
  }

  /** Whether anybody but watchers listens. */
  get #isSubscribed(): boolean {
    // Bun has it on the single channels alone.
    return this.#tracing.hasSubscribers ?? this.#tracing.start.hasSubscribers
  }

  /** Tells a watcher, until what it gives is called. What a watcher throws is dropped: it must not fail the operation. */
  watch(watcher: OperationWatcher<Message>): () => void {
    const one = { ...watcher }
    this.#setWatchers([...this.#watchers, one])
    return () => this.#setWatchers(this.#watchers.filter((other) => other !== one))
  }

  #setWatchers(watchers: readonly OperationWatcher<Message>[]): void {
    this.#watchers = watchers
    this.#starts = watchers.flatMap(({ start }) => start ?? [])
    this.#ends = watchers.flatMap(({ end }) => end ?? [])
    this.#errors = watchers.flatMap(({ error }) => error ?? [])
    this.#finishes = watchers.flatMap(({ finish }) => finish ?? [])
  }

  /** Runs an operation that ends with its result, or with the promise that it gives. */
  run<T>(message: Message, operation: () => T): T {
    let result: T
    try {
      result = this.begin(message, operation)
    } catch (thrown) {
      this.finish(message)
      throw thrown
    }
    if (!(result instanceof Promise)) {
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

  /** Runs the part of an operation that comes at once. Who calls it calls `finish` where the operation goes on. */
  begin<T>(message: Message, operation: () => T): T {
    return this.#isSubscribed
      ? this.#tracing.start.runStores(message, () => this.#begin(message, operation))
      : this.#begin(message, operation)
  }

  #begin<T>(message: Message, operation: () => T): T {
    tell(this.#starts, message)
    try {
      return message.around ? enter(message.around, operation) : operation()
    } catch (thrown) {
      this.fail(message, thrown)
      throw thrown
    } finally {
      tell(this.#ends, message)
      if (this.#isSubscribed) this.#tracing.end.publish(message)
    }
  }

  /** An operation that went on has ended. */
  finish(message: Message): void {
    tell(this.#finishes, message)
    if (!this.#isSubscribed) return
    const { asyncStart, asyncEnd } = this.#tracing
    asyncStart.publish(message)
    asyncEnd.publish(message)
  }

  /** An operation has failed; the first failure counts. */
  fail(message: Message, thrown: unknown): void {
    if (message.error !== undefined) return
    message.error = thrown
    tell(this.#errors, message)
    if (this.#isSubscribed) this.#tracing.error.publish(message)
  }
}

type Tell<Message> = (message: Message) => void

function tell<Message>(watchers: readonly Tell<Message>[], message: Message): void {
  for (const watcher of watchers) {
    try {
      watcher(message)
    } catch {
      // There is nobody to tell: the operation is not to blame.
    }
  }
}

/** Runs an operation within what a subscriber has put around it, which changes nothing about its result. */
function enter<T>(around: NonNullable<OperationMessage['around']>, operation: () => T): T {
  let outcome: { readonly value: T } | { readonly thrown: unknown } | undefined
  const run = () => {
    outcome ??= attempt(operation)
    if ('thrown' in outcome) throw outcome.thrown
    return outcome.value
  }
  try {
    around(run)
  } catch (error) {
    if (!outcome) console.error('A subscriber has put a broken "around" on an operation.', error)
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
