import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { LoadedSession } from './session-state.ts'
import type { SessionChange, StoredSession } from './session-store.ts'

/** Keeps sessions between requests: in a store, under the id in the cookie, or in the cookie itself. */
export interface SessionBackend {
  /** Finds the session for a cookie value. */
  find(token: string, now: number): MaybePromise<LoadedSession | undefined>
  /** Stores a new session. Returns the cookie value. */
  create(session: StoredSession, now: number): Promise<string>
  /** Returns the new cookie value if it has changed, otherwise true if the change was stored. */
  update(loaded: LoadedSession, change: SessionChange, now: number): MaybePromise<string | boolean>
  /** Stores the change under a new id. Returns the new cookie value if it has changed. */
  replace(loaded: LoadedSession, change: SessionChange, now: number): Promise<string | undefined>
  /** Deletes the session, also under its previous and later ids. */
  delete(loaded: LoadedSession, now: number): Promise<void>
  /** Ends all current sessions of a caller. `owner` is the key of the caller. */
  endAll(owner: string, now: number): Promise<void>
  /** Returns the time of the last `endAll` for an owner, or undefined. */
  endedAt(owner: string, now: number): Promise<number | undefined>
}

export function isAlive({ endsAt, expiresAt }: StoredSession, now: number): boolean {
  return endsAt > now && expiresAt > now
}
