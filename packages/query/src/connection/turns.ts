import { AsyncLocalStorage } from 'node:async_hooks'

export interface Turn {
  end(): void
  /** Runs work as part of the turn. */
  within<T>(work: () => Promise<T>): Promise<T>
}

/** One who has a turn, and those who had one around it. */
interface Holder {
  readonly outer: Holder | undefined
}

const running = new AsyncLocalStorage<Holder>()

/**
 * Who may use a single connection. While somebody has the turn, everybody else waits; what runs inside the
 * turn, told by its asynchronous context, goes ahead.
 */
export class Turns {
  #holder: Holder | undefined
  readonly #waiting: (() => void)[] = []

  /** Whether the running code has to wait for somebody else's turn to end. */
  get mustWait(): boolean {
    return this.#holder !== undefined && !this.isMine
  }

  /** Whether the running code is part of the turn. */
  get isMine(): boolean {
    for (let holder = running.getStore(); holder; holder = holder.outer) {
      if (holder === this.#holder) return true
    }
    return false
  }

  /** Resolves when a turn ends. By then the next may have begun: ask `mustWait` again. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async take(): Promise<Turn> {
    while (this.#holder) await this.next()
    const holder: Holder = { outer: running.getStore() }
    this.#holder = holder
    return {
      end: () => {
        if (this.#holder !== holder) return
        this.#holder = undefined
        for (const resolve of this.#waiting.splice(0)) resolve()
      },
      within: (work) => running.run(holder, work),
    }
  }
}
