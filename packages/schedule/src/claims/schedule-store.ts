import type { ScheduleRecord } from './schedule-record.ts'

/** The stored records of several schedules. */
export interface StoredRecords {
  /** The time of the store's clock, in milliseconds since the epoch. */
  readonly now: number
  readonly entries: ReadonlyMap<string, StoredRecord>
}

/** A stored record with its version. To write it, the version that was read must be passed. */
export interface StoredRecord {
  /** Starts at 1, and increases with each change. */
  readonly version: number
  readonly record: ScheduleRecord
}

/** Stores the records with which schedulers decide which of them runs a tick. Each change of a record is atomic. */
export abstract class ScheduleStore {
  abstract read(names: readonly string[]): Promise<StoredRecords>

  /**
   * Replaces that version of a record; 0 if the record does not exist yet. Returns false if the version is outdated.
   */
  abstract write(name: string, version: number, record: ScheduleRecord): Promise<boolean>

  abstract close(): Promise<void>
}
