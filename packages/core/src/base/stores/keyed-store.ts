import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'

/** The expiry time of a record that never expires. */
export const never = Number.MAX_SAFE_INTEGER

/** A stored value. */
export interface StoredRecord<Value> {
  readonly value: Value
  /** An integer that increases with each change. */
  readonly version: number
}

/** A value to store. Times are in milliseconds since the epoch. */
export interface RecordChange<Value> {
  readonly value: Value
  /** The version of the new record. Default: the old version plus one, or 1 for a new key. */
  readonly version?: number
  /** The time after which the record may be deleted, or `never`. */
  readonly expiresAt: number
}

/**
 * Stores values by key: in memory, in Redis or in a table. Each method except `getAll` is atomic. An expired record may
 * still be returned until it is deleted.
 */
export abstract class KeyedStore<Value> {
  abstract get(key: string): MaybePromise<StoredRecord<Value> | undefined>

  /** Returns the records in the order of the keys, with undefined for those that do not exist. */
  async getAll(keys: readonly string[]): Promise<(StoredRecord<Value> | undefined)[]> {
    return Promise.all(keys.map((key) => this.get(key)))
  }

  /**
   * Replaces a record if its version is `expectedVersion`; without `expectedVersion`, the key must be new. Otherwise
   * returns false and does not store the value.
   */
  abstract put(
    key: string,
    change: RecordChange<Value>,
    now: number,
    expectedVersion?: number,
  ): MaybePromise<boolean>

  abstract delete(key: string): MaybePromise<void>

  /**
   * Stores the value that `decide` returns. If another caller changes the record first, `decide` is called again.
   * Returns the record before the change, or undefined if there was no record or `decide` returned undefined.
   */
  change(
    key: string,
    now: number,
    decide: (record: StoredRecord<Value> | undefined) => RecordChange<Value> | undefined,
  ): MaybePromise<StoredRecord<Value> | undefined> {
    return andThen(this.get(key), (record) => {
      const change = decide(record)
      if (!change) return undefined
      return andThen(this.put(key, change, now, record?.version), (isStored) =>
        isStored ? record : this.change(key, now, decide),
      )
    })
  }
}

/** Returns the version of the record after the change. */
export function nextVersion(change: RecordChange<unknown>, expectedVersion = 0): number {
  return change.version ?? expectedVersion + 1
}

/** Returns a function that calls `work` to delete expired records, at most once a minute. */
export function onceAMinute(work: (now: number) => void): (now: number) => void {
  let last = 0
  return (now) => {
    if (now - last < 60_000) return
    last = now
    work(now)
  }
}
