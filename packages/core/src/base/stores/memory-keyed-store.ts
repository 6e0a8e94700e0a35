import {
  KeyedStore,
  never,
  nextVersion,
  onceAMinute,
  type RecordChange,
  type StoredRecord,
} from './keyed-store.ts'

interface ExpiringRecord<Value> extends StoredRecord<Value> {
  readonly expiresAt: number
}

/** Stores values in process memory. All methods except `getAll` are synchronous. */
export class MemoryKeyedStore<Value> extends KeyedStore<Value> {
  /** The records by key, the least recently changed one first. */
  readonly #records = new Map<string, ExpiringRecord<Value>>()
  readonly #size: number
  readonly #clean = onceAMinute((now) => {
    for (const [key, { expiresAt }] of this.#records) {
      if (expiresAt <= now) this.#records.delete(key)
    }
  })

  /** If there are more than `size` records, the least recently changed one is dropped. */
  constructor(size = Infinity) {
    super()
    this.#size = size
  }

  get(key: string): StoredRecord<Value> | undefined {
    const record = this.#records.get(key)
    // Reading a record that never expires counts as a change, so it is kept longer: the record of a sign-out must
    // outlive the sessions that it ends.
    if (record?.expiresAt === never) this.#moveToEnd(key, record)
    return record
  }

  put(key: string, change: RecordChange<Value>, now: number, expectedVersion?: number): boolean {
    if (expectedVersion === undefined) this.#evict(now)
    if (this.#records.get(key)?.version !== expectedVersion) return false
    const { value, expiresAt } = change
    this.#moveToEnd(key, { value, expiresAt, version: nextVersion(change, expectedVersion) })
    return true
  }

  delete(key: string): void {
    this.#records.delete(key)
  }

  #evict(now: number): void {
    this.#clean(now)
    for (const [oldest, { expiresAt }] of this.#records) {
      if (expiresAt > now && this.#records.size < this.#size) break
      this.#records.delete(oldest)
    }
  }

  #moveToEnd(key: string, record: ExpiringRecord<Value>): void {
    this.#records.delete(key)
    this.#records.set(key, record)
  }
}
