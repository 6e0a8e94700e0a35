interface Waiting {
  readonly rank: number
  resume(isAcquired: boolean): void
}

/** A semaphore that serves the waiter of the lowest rank first. */
export class PrioritySemaphore {
  #free: number
  #isClosed = false
  #waiting: Waiting[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Whether it was acquired, and so has to be released; false when the semaphore is closed. */
  acquire(rank: number): Promise<boolean> {
    return new Promise((resume) => {
      this.#waiting.push({ rank, resume })
      this.#serve()
    })
  }

  release(): void {
    this.#free++
    this.#serve()
  }

  /** Turns away everybody who waits or comes later. */
  close(): void {
    this.#isClosed = true
    this.#serve()
  }

  #serve(): void {
    while (this.#waiting.length > 0 && (this.#isClosed || this.#free > 0)) {
      this.#waiting.sort((a, b) => a.rank - b.rank)
      if (!this.#isClosed) this.#free--
      this.#waiting.shift()?.resume(!this.#isClosed)
    }
  }
}
