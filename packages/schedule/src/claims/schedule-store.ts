import type { ScheduleRecord } from './schedule-record.ts'

/** What is stored of some schedules. */
export interface StoredRecords {
  /** The store's own time, in milliseconds of the epoch. */
  readonly now: number
  readonly entries: ReadonlyMap<string, StoredRecord>
}

/** A record as it is stored: whoever writes it says which version it has read. */
export interface StoredRecord {
  /** From 1 on; each change makes it one more. */
  readonly version: number
  readonly record: ScheduleRecord
}

/** Where schedulers agree on who runs what. Each record changes as a whole, or not at all. */
export abstract class ScheduleStore {
  abstract read(names: readonly string[]): Promise<StoredRecords>

  /** Stores a record in the place of that version, 0 being none yet. False where it is another by now. */
  abstract write(name: string, version: number, record: ScheduleRecord): Promise<boolean>

  abstract close(): Promise<void>
}
