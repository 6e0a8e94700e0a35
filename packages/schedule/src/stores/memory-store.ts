import type { ScheduleRecord } from '../claims/schedule-record.ts'
import { ScheduleStore, type StoredRecord, type StoredRecords } from '../claims/schedule-store.ts'

/** Keeps records in the memory of one process. */
export class MemoryStore extends ScheduleStore {
  readonly #entries = new Map<string, StoredRecord>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    super()
    this.#now = now
  }

  async read(): Promise<StoredRecords> {
    return { now: this.#now(), entries: this.#entries }
  }

  async write(name: string, version: number, record: ScheduleRecord): Promise<boolean> {
    if ((this.#entries.get(name)?.version ?? 0) !== version) return false
    this.#entries.set(name, { version: version + 1, record })
    return true
  }

  async close(): Promise<void> {}
}
