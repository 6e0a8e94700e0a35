import { refuseSeveral } from './not-shared.ts'

/** Remembers what may be used once: the ids of DPoP proofs. Times are milliseconds since the epoch. */
export abstract class ReplayStore {
  /** True where `key`, up to 64 characters, is new; of several callers at the same time, only one gets true. */
  abstract claim(key: string, until: number): boolean | Promise<boolean>
}

/** Remembers in the memory of one process. Throws `StoreNotShared` if several serve requests. */
export class MemoryReplays extends ReplayStore {
  /** The most recently claimed stand last. */
  readonly #claimed = new Map<string, number>()

  constructor() {
    super()
    refuseSeveral(
      'MemoryReplays',
      'each of them would accept a DPoP proof once',
      'Pass a shared store: dpop: { mode, replays: new RedisReplays(…) }, or DatabaseReplays.',
    )
  }

  claim(key: string, until: number): boolean {
    const now = Date.now()
    for (const [oldest, end] of this.#claimed) {
      if (end > now) break
      this.#claimed.delete(oldest)
    }
    if ((this.#claimed.get(key) ?? 0) > now) return false
    this.#claimed.set(key, until)
    return true
  }
}
