import { AsyncLocalStorage } from 'node:async_hooks'

/** A mutex that somebody holds. */
export interface HeldMutex {
  release(): void
  /** Runs work that may use the mutex as its holder. */
  within<T>(work: () => Promise<T>): Promise<T>
}

/** A holder, and the holders whose work it is part of. */
interface Holder {
  readonly outer: Holder | undefined
}

const running = new AsyncLocalStorage<Holder>()

/** A re-entrant mutex: code that runs inside `within`, told by its asynchronous context, counts as the holder. */
export class Mutex {
  #holder: Holder | undefined
  readonly #waiting: (() => void)[] = []

  /** Whether somebody else holds it. */
  get mustWait(): boolean {
    return this.#holder !== undefined && !this.isHeldHere
  }

  /** Whether the running code is part of the holder's work. */
  get isHeldHere(): boolean {
    for (let holder = running.getStore(); holder; holder = holder.outer) {
      if (holder === this.#holder) return true
    }
    return false
  }

  /** Resolves when the mutex is released. Somebody else may hold it by then: ask `mustWait` again. */
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
