import type { ScheduleRecord } from './schedule-record.ts'

/** The stored records of some schedules. */
export interface StoredRecords {
  /** The time of the store, in milliseconds since the epoch. */
  readonly now: number
  readonly entries: ReadonlyMap<string, StoredRecord>
}

/** A stored record with its version. A write must pass the version that it has read. */
export interface StoredRecord {
  /** Starts at 1, and increases with each change. */
  readonly version: number
  readonly record: ScheduleRecord
}

/**
 * Stores the records by which schedulers decide which of them runs a tick. Each record changes
 * atomically.
 */
export abstract class ScheduleStore {
  abstract read(names: readonly string[]): Promise<StoredRecords>

  /**
   * Replaces that version of a record; 0 means that it does not exist yet. Returns false if the
   * version is outdated.
   */
  abstract write(name: string, version: number, record: ScheduleRecord): Promise<boolean>

  abstract close(): Promise<void>
}
