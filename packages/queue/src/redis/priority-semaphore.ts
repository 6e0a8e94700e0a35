import { pickByWeight } from '../weights.ts'

interface Waiting {
  readonly rank: number
  resume(isAcquired: boolean): void
}

/** A semaphore that serves the waiter of the lowest rank first, or, with weights, one at random. */
export class PrioritySemaphore {
  #free: number
  #isClosed = false
  readonly #weights: readonly number[] | undefined
  #waiting: Waiting[] = []

  /** `weights` are those of the ranks. */
  constructor(count: number, weights?: readonly number[]) {
    this.#free = count
    this.#weights = weights
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
      if (!this.#isClosed) this.#free--
      const [next] = this.#waiting.splice(this.#choose(), 1)
      next?.resume(!this.#isClosed)
    }
  }

  #choose(): number {
    const ranks = this.#waiting.map(({ rank }) => rank)
    const weights = this.#weights
    const rank = weights
      ? pickByWeight(weights.map((weight, each) => (ranks.includes(each) ? weight : 0)))
      : Math.min(...ranks)
    return ranks.indexOf(rank)
  }
}
