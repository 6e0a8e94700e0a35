interface Waiting {
  readonly rank: number
  enter(mayEnter: boolean): void
}

/** Lets in as many as there are places. Of those who wait, the one of the lowest rank is next. */
export class Places {
  #free: number
  #isClosed = false
  #waiting: Waiting[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Whether the caller was let in; then it has to leave. */
  enter(rank: number): Promise<boolean> {
    return new Promise((enter) => {
      this.#waiting.push({ rank, enter })
      this.#admit()
    })
  }

  leave(): void {
    this.#free++
    this.#admit()
  }

  /** Turns away those who wait, and all who come. */
  close(): void {
    this.#isClosed = true
    this.#admit()
  }

  #admit(): void {
    while (this.#waiting.length > 0 && (this.#isClosed || this.#free > 0)) {
      this.#waiting.sort((a, b) => a.rank - b.rank)
      if (!this.#isClosed) this.#free--
      this.#waiting.shift()?.enter(!this.#isClosed)
    }
  }
}
