/** Collects items that are added at nearly the same time and writes them together. Only one write runs at a time. */
export class Batch<T> {
  readonly #write: (items: T[]) => Promise<void>
  #waiting: T[] = []
  #next: Promise<void> | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(write: (items: T[]) => Promise<void>) {
    this.#write = write
  }

  /** Resolves when the item has been written. */
  add(item: T): Promise<void> {
    this.#waiting.push(item)
    return (this.#next ??= this.#last = this.#writeAfter(this.#last))
  }

  async #writeAfter(last: Promise<void>): Promise<void> {
    await last
    // Waits for other jobs, because jobs that start together often end together.
    await new Promise((resolve) => setImmediate(resolve))
    this.#next = undefined
    await this.#write(this.#waiting.splice(0))
  }
}
