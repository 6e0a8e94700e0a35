import type { MaybePromise } from '../../base/platform/maybe-promise.ts'

/** A stored session. Times are in milliseconds since the epoch. */
export interface StoredSession {
  /** The data, as JSON by field name. */
  readonly fields: Readonly<Record<string, string>>
  /** The time at which the session ends, even if it is in use. */
  readonly endsAt: number
  /** The time at which the session ends, unless it is used before. */
  readonly expiresAt: number
  /** True if the session has received a new id. Under this old id, it is read-only. */
  readonly isReplaced: boolean
}

/** The changes that a request makes to a session. */
export interface SessionChange {
  /** The values to set, as JSON by field name. Other fields stay unchanged. */
  readonly set: Readonly<Record<string, string>>
  readonly remove: readonly string[]
  readonly expiresAt: number
}

/**
 * Stores sessions under keys that cannot be guessed. Each method must be atomic, so that requests of the same session
 * may run concurrently. `now` is the current time. Expired sessions may be deleted.
 */
export abstract class SessionStore {
  /**
   * Returns the session; undefined if it does not exist. The framework checks whether it has
   * expired.
   */
  abstract read(key: string, now: number): MaybePromise<StoredSession | undefined>

  /** Stores a session under a new key. */
  abstract create(key: string, session: StoredSession, now: number): MaybePromise<void>

  /** Changes a session. Returns false and changes nothing if it does not exist or was replaced. */
  abstract update(key: string, change: SessionChange, now: number): MaybePromise<boolean>

  /**
   * Makes a session read-only until a time, sets some of its fields, and returns the session as it was before. If it
   * does not exist or was already replaced, changes nothing and returns undefined.
   */
  abstract replace(
    key: string,
    until: number,
    now: number,
    set: SessionChange['set'],
  ): MaybePromise<StoredSession | undefined>

  abstract delete(key: string): MaybePromise<void>
}

/** Returns the fields after a change. */
export function applyChange(
  fields: StoredSession['fields'],
  set: SessionChange['set'],
  remove: SessionChange['remove'],
): Record<string, string> {
  const kept = Object.entries({ ...fields, ...set }).filter(([name]) => !remove.includes(name))
  return Object.fromEntries(kept)
}
