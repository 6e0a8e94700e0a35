interface Waiter<T> {
  readonly serve: (value: T) => void
  readonly reject: (error: Error) => void
  timer?: NodeJS.Timeout
}

/** A first-come, first-served queue of requests for a connection. */
export class WaitQueue<T> {
  readonly #timeoutMillis: number
  readonly #waiters = new Set<Waiter<T>>()

  /** With a `timeoutMillis` of 0, requests wait indefinitely. */
  constructor(timeoutMillis: number) {
    this.#timeoutMillis = timeoutMillis
  }

  get length(): number {
    return this.#waiters.size
  }

  enqueue(serve: (value: T) => void, reject: (error: Error) => void): void {
    const waiter: Waiter<T> = { serve, reject }
    this.#waiters.add(waiter)
    if (this.#timeoutMillis === 0) return
    waiter.timer = setTimeout(() => {
      this.#waiters.delete(waiter)
      reject(new Error('timeout exceeded when waiting for a free connection'))
    }, this.#timeoutMillis)
  }

  /** Passes a value to the first request. Returns false if the queue is empty. */
  serveNext(value: T): boolean {
    const first = this.#dequeue()
    first?.serve(value)
    return first !== undefined
  }

  serveAll(value: T): void {
    for (let first = this.#dequeue(); first; first = this.#dequeue()) first.serve(value)
  }

  rejectAll(error: Error): void {
    for (let first = this.#dequeue(); first; first = this.#dequeue()) first.reject(error)
  }

  #dequeue(): Waiter<T> | undefined {
    const [first] = this.#waiters
    if (!first) return undefined
    this.#waiters.delete(first)
    clearTimeout(first.timer)
    return first
  }
}
