import { never, type KeyedStore } from '@fw/core/internals'
import { parseRecord, type ScheduleRecord } from '../claims/schedule-record.ts'
import { ScheduleStore, type StoredRecord, type StoredRecords } from '../claims/schedule-store.ts'

/** Stores records as JSON in a `KeyedStore`, with the versions of that store. */
export abstract class KeyedSchedules extends ScheduleStore {
  readonly #records: KeyedStore<string>

  constructor(records: KeyedStore<string>) {
    super()
    this.#records = records
  }

  async read(names: readonly string[]): Promise<StoredRecords> {
    const [now, records] = await Promise.all([this.now(), this.#records.getAll(names)])
    const entries = new Map<string, StoredRecord>()
    for (const [index, name] of names.entries()) {
      const found = records[index]
      if (!found) continue
      entries.set(name, { version: found.version, record: parseRecord(found.value, now) })
    }
    return { now, entries }
  }

  async write(name: string, version: number, record: ScheduleRecord): Promise<boolean> {
    const change = { value: JSON.stringify(record), expiresAt: never }
    return this.#records.put(name, change, Date.now(), version === 0 ? undefined : version)
  }

  /** Returns the time of the store, in milliseconds since the epoch. */
  protected abstract now(): number | Promise<number>
}
