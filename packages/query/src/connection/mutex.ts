import { AsyncLocalStorage } from 'node:async_hooks'

/** An acquired mutex. */
export interface MutexLock {
  release(): void
  /** Runs work that may use the mutex while it is locked. */
  within<T>(work: () => Promise<T>): Promise<T>
}

/**
 * An owner of a mutex. If it acquired the mutex inside `within` of another mutex, `outer` is the
 * owner of that one.
 */
interface LockOwner {
  readonly outer: LockOwner | undefined
}

const running = new AsyncLocalStorage<LockOwner>()

/**
 * A re-entrant mutex. Code that runs inside `within` counts as the owner; this is detected by the asynchronous
 * context.
 */
export class Mutex {
  #owner: LockOwner | undefined
  readonly #waiting: (() => void)[] = []

  /** True if other code owns the mutex. */
  get mustWait(): boolean {
    return this.#owner !== undefined && !this.isOwnedByCaller
  }

  /** True if the currently running code belongs to the owner. */
  get isOwnedByCaller(): boolean {
    for (let owner = running.getStore(); owner; owner = owner.outer) {
      if (owner === this.#owner) return true
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

  async acquire(): Promise<MutexLock> {
    while (this.#owner) await this.released()
    const owner: LockOwner = { outer: running.getStore() }
    this.#owner = owner
    return {
      release: () => {
        if (this.#owner !== owner) return
        this.#owner = undefined
        for (const resolve of this.#waiting.splice(0)) resolve()
      },
      within: (work) => running.run(owner, work),
    }
  }
}
