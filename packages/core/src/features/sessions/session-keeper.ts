import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { FoundSession } from './session-state.ts'
import type { SessionChange, StoredSession } from './session-store.ts'

/** Storage for sessions between requests: in a store, by the id in the cookie, or in the cookie itself. */
export interface SessionKeeper {
  /** Finds the session for the value of a cookie. */
  find(token: string, now: number): MaybePromise<FoundSession | undefined>
  /** Returns the value of the cookie. */
  create(session: StoredSession, now: number): Promise<string>
  /** Returns the value of the cookie if it has changed, otherwise true if the change was stored. */
  update(found: FoundSession, change: SessionChange, now: number): MaybePromise<string | boolean>
  /** Stores the change under a new id. Returns the value of the cookie if it has changed. */
  replace(found: FoundSession, change: SessionChange, now: number): Promise<string | undefined>
  /** Also deletes the session under its previous and later ids. */
  delete(found: FoundSession, now: number): Promise<void>
  /** Ends all sessions that `owner` has begun up to now. */
  endAll(owner: string, now: number): Promise<void>
  /** Returns the time of the last `endAll` for an owner, or undefined. */
  endedAt(owner: string, now: number): Promise<number | undefined>
}

export function isAlive({ endsAt, expiresAt }: StoredSession, now: number): boolean {
  return endsAt > now && expiresAt > now
}
