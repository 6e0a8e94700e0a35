import type { ScheduleRecord } from './schedule-record.ts'

/** The stored records of several schedules. */
export interface StoredRecords {
  /** The time of the store's clock, in milliseconds since the epoch. */
  readonly now: number
  readonly entries: ReadonlyMap<string, StoredRecord>
}

/** A stored record with its version. To write it, the version that was read must be passed. */
export interface StoredRecord {
  /** The version of the record. It starts at 1 and increases with each change. */
  readonly version: number
  readonly record: ScheduleRecord
}

/** Stores the records of schedules, so that only one scheduler runs each tick. Each change of a record is atomic. */
export abstract class ScheduleStore {
  abstract read(names: readonly string[]): Promise<StoredRecords>

  /**
   * Replaces the record that has this version; a version of 0 adds a new record. Returns false if the version is
   * outdated.
   */
  abstract write(name: string, version: number, record: ScheduleRecord): Promise<boolean>

  abstract close(): Promise<void>
}
