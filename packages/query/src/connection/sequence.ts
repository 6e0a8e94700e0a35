/** The order of work on one connection: some of it side by side, some of it alone. */
export class Sequence {
  #lastAlone: Promise<void> | undefined
  readonly #sideBySide = new Set<Promise<void>>()

  /** Runs work after everything before it, and before everything after it. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const before = [...this.#sideBySide]
    if (this.#lastAlone) before.push(this.#lastAlone)
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    this.#lastAlone = over
    try {
      if (before.length > 0) await Promise.all(before)
      return await work()
    } finally {
      if (this.#lastAlone === over) this.#lastAlone = undefined
      end()
    }
  }

  /** Runs work beside other such work, but not beside what wants to be alone. */
  async share<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#lastAlone
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    this.#sideBySide.add(over)
    try {
      if (before) await before
      return await work()
    } finally {
      this.#sideBySide.delete(over)
      end()
    }
  }
}
