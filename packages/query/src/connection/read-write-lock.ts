/** A fair read-write lock. Work runs in the order of arrival: shared work in parallel, exclusive work alone. */
export class ReadWriteLock {
  #lastExclusive: Promise<void> | undefined
  readonly #shared = new Set<Promise<void>>()

  /** Runs work after all earlier work has ended, and before any later work begins. */
  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    const earlier = [...this.#shared]
    if (this.#lastExclusive) earlier.push(this.#lastExclusive)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#lastExclusive = ended
    try {
      if (earlier.length > 0) await Promise.all(earlier)
      return await work()
    } finally {
      if (this.#lastExclusive === ended) this.#lastExclusive = undefined
      end()
    }
  }

  /** Runs work in parallel with other shared work, after earlier exclusive work. */
  async shared<T>(work: () => Promise<T>): Promise<T> {
    const earlier = this.#lastExclusive
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#shared.add(ended)
    try {
      if (earlier) await earlier
      return await work()
    } finally {
      this.#shared.delete(ended)
      end()
    }
  }
}
