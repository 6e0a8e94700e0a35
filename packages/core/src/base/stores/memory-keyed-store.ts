import {
  KeyedStore,
  never,
  nextVersion,
  onceAMinute,
  type RecordChange,
  type StoredRecord,
} from './keyed-store.ts'

interface KeptRecord<Value> extends StoredRecord<Value> {
  readonly expiresAt: number
}

/** Stores values in process memory. All methods are synchronous. */
export class MemoryKeyedStore<Value> extends KeyedStore<Value> {
  /** The least recently changed record is first. */
  readonly #records = new Map<string, KeptRecord<Value>>()
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

  put(key: string, change: RecordChange<Value>, now: number, replaces?: number): boolean {
    if (replaces === undefined) this.#makeRoom(now)
    if (this.#records.get(key)?.version !== replaces) return false
    const { value, expiresAt } = change
    this.#moveToEnd(key, { value, expiresAt, version: nextVersion(change, replaces) })
    return true
  }

  delete(key: string): void {
    this.#records.delete(key)
  }

  #makeRoom(now: number): void {
    this.#clean(now)
    for (const [oldest, { expiresAt }] of this.#records) {
      if (expiresAt > now && this.#records.size < this.#size) break
      this.#records.delete(oldest)
    }
  }

  #moveToEnd(key: string, record: KeptRecord<Value>): void {
    this.#records.delete(key)
    this.#records.set(key, record)
  }
}
