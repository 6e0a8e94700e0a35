interface Waiting<T> {
  readonly serve: (value: T) => void
  readonly refuse: (error: Error) => void
  timer?: NodeJS.Timeout
}

/** Those who wait for a connection, in the order in which they came. */
export class WaitingLine<T> {
  readonly #timeoutMillis: number
  readonly #waiting = new Set<Waiting<T>>()

  /** `timeoutMillis` of 0 lets them wait for ever. */
  constructor(timeoutMillis: number) {
    this.#timeoutMillis = timeoutMillis
  }

  get length(): number {
    return this.#waiting.size
  }

  join(serve: (value: T) => void, refuse: (error: Error) => void): void {
    const waiting: Waiting<T> = { serve, refuse }
    this.#waiting.add(waiting)
    if (this.#timeoutMillis === 0) return
    waiting.timer = setTimeout(() => {
      this.#waiting.delete(waiting)
      refuse(new Error('timeout exceeded when waiting for a free connection'))
    }, this.#timeoutMillis)
  }

  /** Serves the first in the line; false when nobody waits. */
  serveNext(value: T): boolean {
    const first = this.#leave()
    first?.serve(value)
    return first !== undefined
  }

  serveAll(value: T): void {
    for (let first = this.#leave(); first; first = this.#leave()) first.serve(value)
  }

  refuseAll(error: Error): void {
    for (let first = this.#leave(); first; first = this.#leave()) first.refuse(error)
  }

  #leave(): Waiting<T> | undefined {
    const [first] = this.#waiting
    if (!first) return undefined
    this.#waiting.delete(first)
    clearTimeout(first.timer)
    return first
  }
}
