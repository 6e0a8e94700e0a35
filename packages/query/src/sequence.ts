/** The order of work on one connection: some of it side by side, some of it alone. */
export class Sequence {
  #lastAlone: Promise<unknown> | undefined
  readonly #sideBySide = new Set<Promise<unknown>>()

  /** Runs work after everything before it, and before everything after it. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const before = [...this.#sideBySide]
    if (this.#lastAlone) before.push(this.#lastAlone)
    const result = before.length > 0 ? Promise.allSettled(before).then(work) : work()
    this.#lastAlone = result
    const clear = () => {
      if (this.#lastAlone === result) this.#lastAlone = undefined
    }
    result.then(clear, clear)
    return result
  }

  /** Runs work beside other such work, but not beside what wants to be alone. */
  share<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#lastAlone ? this.#lastAlone.then(work, work) : work()
    this.#sideBySide.add(result)
    const clear = () => this.#sideBySide.delete(result)
    result.then(clear, clear)
    return result
  }
}
