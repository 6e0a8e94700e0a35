import { pickByWeight } from '../weights.ts'

interface Waiting {
  readonly rank: number
  resume(isAcquired: boolean): void
}

/** A semaphore that serves the waiter with the lowest rank first or, with weights, a random one. */
export class PrioritySemaphore {
  #free: number
  #isClosed = false
  readonly #weights: readonly number[] | undefined
  #waiting: Waiting[] = []

  /** `weights` has one entry for each rank. */
  constructor(count: number, weights?: readonly number[]) {
    this.#free = count
    this.#weights = weights
  }

  /**
   * Waits for the semaphore. Resolves to true when it is acquired, and it must then be released; resolves to false if
   * it is closed.
   */
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

  /** Ends all current and future waits: `acquire` resolves to false. */
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
