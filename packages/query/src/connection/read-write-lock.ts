/** A fair read-write lock. Work runs in the order of arrival: shared work in parallel, exclusive work alone. */
export class ReadWriteLock {
  #lastExclusive: Promise<void> | undefined
  readonly #shared = new Set<Promise<void>>()

  /** Runs work after all earlier work has ended, and before any later work begins. */
  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    const before = [...this.#shared]
    if (this.#lastExclusive) before.push(this.#lastExclusive)
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    this.#lastExclusive = over
    try {
      if (before.length > 0) await Promise.all(before)
      return await work()
    } finally {
      if (this.#lastExclusive === over) this.#lastExclusive = undefined
      end()
    }
  }

  /** Runs work in parallel with other shared work, after earlier exclusive work. */
  async shared<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#lastExclusive
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    this.#shared.add(over)
    try {
      if (before) await before
      return await work()
    } finally {
      this.#shared.delete(over)
      end()
    }
  }
}
