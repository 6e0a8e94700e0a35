import { refuseSeveral } from './not-shared.ts'

/**
 * Stores what may be used only once: the ids of DPoP proofs. Times are milliseconds since the
 * epoch.
 */
export abstract class ReplayStore {
  /**
   * Returns true if `key`, of up to 64 characters, is new. Of several concurrent callers, only one
   * gets true.
   */
  abstract claim(key: string, until: number): boolean | Promise<boolean>
}

/**
 * Keeps ids in the memory of one process. Throws `StoreNotShared` if several processes serve
 * requests.
 */
export class MemoryReplays extends ReplayStore {
  /** The most recently claimed keys are last. */
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
