import { MemoryKeyedStore, type KeyedStore } from '@fw/core/internals'
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

/** Stores each id as a record without a value. */
export class KeyedReplays extends ReplayStore {
  readonly #records: KeyedStore<string>

  constructor(records: KeyedStore<string>) {
    super()
    this.#records = records
  }

  claim(key: string, until: number): boolean | Promise<boolean> {
    return this.#records.put(key, { value: '', expiresAt: until }, Date.now())
  }
}

/**
 * Keeps ids in the memory of one process. Throws `StoreNotShared` if several processes serve
 * requests.
 */
export class MemoryReplays extends KeyedReplays {
  constructor() {
    refuseSeveral(
      'MemoryReplays',
      'each of them would accept a DPoP proof once',
      'Pass a shared store: dpop: { mode, replays: new RedisReplays(…) }, or DatabaseReplays.',
    )
    super(new MemoryKeyedStore())
  }
}
