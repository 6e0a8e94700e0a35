import { MemoryKeyedStore, type KeyedStore } from '@fw/core/internals'
import { requireSingleProcess } from './not-shared.ts'

/** Stores ids that may be used only once, such as ids of DPoP proofs. Times are in milliseconds since the epoch. */
export abstract class ReplayStore {
  /**
   * Stores `key`, which has up to 64 characters, until the time `until`. Returns true if it was not stored yet. If
   * several callers claim it concurrently, only one gets true.
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

/** Stores ids in process memory. Throws `StoreNotShared` if several processes serve requests. */
export class MemoryReplays extends KeyedReplays {
  constructor() {
    requireSingleProcess(
      'MemoryReplays',
      'each of them would accept a DPoP proof once',
      'Pass a shared store: dpop: { mode, replays: new RedisReplays(…) }, or DatabaseReplays.',
    )
    super(new MemoryKeyedStore())
  }
}
