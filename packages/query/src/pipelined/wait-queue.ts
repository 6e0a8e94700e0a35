interface Waiting<T> {
  readonly serve: (value: T) => void
  readonly reject: (error: Error) => void
  timer?: NodeJS.Timeout
}

/** A first-come, first-served queue of requests for a connection. */
export class WaitQueue<T> {
  readonly #timeoutMillis: number
  readonly #waiting = new Set<Waiting<T>>()

  /** With a `timeoutMillis` of 0, requests wait indefinitely. */
  constructor(timeoutMillis: number) {
    this.#timeoutMillis = timeoutMillis
  }

  get length(): number {
    return this.#waiting.size
  }

  enqueue(serve: (value: T) => void, reject: (error: Error) => void): void {
    const waiting: Waiting<T> = { serve, reject }
    this.#waiting.add(waiting)
    if (this.#timeoutMillis === 0) return
    waiting.timer = setTimeout(() => {
      this.#waiting.delete(waiting)
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

  #dequeue(): Waiting<T> | undefined {
    const [first] = this.#waiting
    if (!first) return undefined
    this.#waiting.delete(first)
    clearTimeout(first.timer)
    return first
  }
}
