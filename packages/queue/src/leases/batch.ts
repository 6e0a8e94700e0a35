/** Collects items that are added at nearly the same time and writes them together. Only one write runs at a time. */
export class Batch<T> {
  readonly #write: (items: T[]) => Promise<void>
  #pending: T[] = []
  #nextWrite: Promise<void> | undefined
  #lastWrite: Promise<void> = Promise.resolve()

  constructor(write: (items: T[]) => Promise<void>) {
    this.#write = write
  }

  /** Resolves when the item has been written. */
  add(item: T): Promise<void> {
    this.#pending.push(item)
    return (this.#nextWrite ??= this.#lastWrite = this.#writeAfter(this.#lastWrite))
  }

  async #writeAfter(last: Promise<void>): Promise<void> {
    await last
    // Waits for other jobs, because jobs that start together often end together.
    await new Promise((resolve) => setImmediate(resolve))
    this.#nextWrite = undefined
    await this.#write(this.#pending.splice(0))
  }
}
