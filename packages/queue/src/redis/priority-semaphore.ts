import { pickByWeight } from '../weights.ts'

interface Waiter {
  readonly rank: number
  resume(isAcquired: boolean): void
}

/** A semaphore that serves the waiter with the lowest rank first or, with weights, a random one. */
export class PrioritySemaphore {
  #free: number
  #isClosed = false
  readonly #weights: readonly number[] | undefined
  #waiters: Waiter[] = []

  /** `weights` has one entry for each rank. */
  constructor(count: number, weights?: readonly number[]) {
    this.#free = count
    this.#weights = weights
  }

  /**
   * Waits for the semaphore. Resolves to true when the semaphore is acquired; the caller must then release it. Resolves
   * to false if the semaphore is closed.
   */
  acquire(rank: number): Promise<boolean> {
    return new Promise((resume) => {
      this.#waiters.push({ rank, resume })
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
    while (this.#waiters.length > 0 && (this.#isClosed || this.#free > 0)) {
      if (!this.#isClosed) this.#free--
      const [next] = this.#waiters.splice(this.#nextIndex(), 1)
      next?.resume(!this.#isClosed)
    }
  }

  #nextIndex(): number {
    const ranks = this.#waiters.map(({ rank }) => rank)
    const weights = this.#weights
    const rank = weights
      ? pickByWeight(weights.map((weight, each) => (ranks.includes(each) ? weight : 0)))
      : Math.min(...ranks)
    return ranks.indexOf(rank)
  }
}
