import { AsyncLocalStorage } from 'node:async_hooks'

/** An acquired mutex. */
export interface HeldMutex {
  release(): void
  /** Runs work that may use the mutex while it is held. */
  within<T>(work: () => Promise<T>): Promise<T>
}

/** A holder of the mutex, linked to the holders whose work it is part of. */
interface Holder {
  readonly outer: Holder | undefined
}

const running = new AsyncLocalStorage<Holder>()

/**
 * A re-entrant mutex. Code that runs inside `within` counts as the holder; this is detected by the asynchronous
 * context.
 */
export class Mutex {
  #holder: Holder | undefined
  readonly #waiting: (() => void)[] = []

  /** True if other code holds the mutex. */
  get mustWait(): boolean {
    return this.#holder !== undefined && !this.isHeldHere
  }

  /** True if the currently running code belongs to the holder. */
  get isHeldHere(): boolean {
    for (let holder = running.getStore(); holder; holder = holder.outer) {
      if (holder === this.#holder) return true
    }
    return false
  }

  /**
   * Resolves when the mutex is released. It may be acquired again by then, so check `mustWait`
   * again.
   */
  released(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async acquire(): Promise<HeldMutex> {
    while (this.#holder) await this.released()
    const holder: Holder = { outer: running.getStore() }
    this.#holder = holder
    return {
      release: () => {
        if (this.#holder !== holder) return
        this.#holder = undefined
        for (const resolve of this.#waiting.splice(0)) resolve()
      },
      within: (work) => running.run(holder, work),
    }
  }
}
