/** A session as it is kept. Times are milliseconds since the epoch. */
export interface StoredSession {
  /** The data: JSON by the name of the field. */
  readonly fields: Readonly<Record<string, string>>
  /** When it ends at the latest. */
  readonly endsAt: number
  /** When it ends unless it is used before. */
  readonly expiresAt: number
  /** Whether another id has taken its place: then it can only be read. */
  readonly isReplaced: boolean
}

/** What a request changes of a session. */
export interface SessionChange {
  /** JSON by the name of the field. Fields that are not named stay as they are. */
  readonly set: Readonly<Record<string, string>>
  readonly remove: readonly string[]
  readonly expiresAt: number
}

/**
 * Keeps sessions by keys that nobody can guess. Each method is atomic, so that requests
 * of one session may run side by side. `now` is the current time; expired sessions may be forgotten.
 */
export abstract class SessionStore {
  /** Undefined where there is none. The caller looks at the times. */
  abstract read(
    key: string,
    now: number,
  ): StoredSession | undefined | Promise<StoredSession | undefined>

  /** Keeps a session under a new key. */
  abstract create(key: string, session: StoredSession, now: number): void | Promise<void>

  /** False where there is none, or another key has taken its place: nothing is changed then. */
  abstract update(key: string, change: SessionChange, now: number): boolean | Promise<boolean>

  /**
   * Makes a session read-only until a time, sets fields of it, and returns what it held. Undefined if there is none, or
   * this has been done before: nothing is changed then.
   */
  abstract replace(
    key: string,
    until: number,
    now: number,
    set: SessionChange['set'],
  ): StoredSession | undefined | Promise<StoredSession | undefined>

  abstract delete(key: string): void | Promise<void>
}
