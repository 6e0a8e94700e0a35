import type { Soon } from '../message/soon.ts'
import type { FoundSession } from './session-state.ts'
import type { SessionChange, StoredSession } from './session-store.ts'

/** Where sessions are between requests: in a store, under the id that a cookie holds, or in the cookie itself. */
export interface SessionKeeper {
  /** The session that the value of a cookie leads to. */
  find(token: string, now: number): Soon<FoundSession | undefined>
  /** Returns the value of the cookie. */
  create(session: StoredSession, now: number): Promise<string>
  /** Returns the value of the cookie if it has changed, and otherwise whether the change was stored. */
  update(found: FoundSession, change: SessionChange, now: number): Soon<string | boolean>
  /** Gives the session a new id, too. Returns the value of the cookie if it has changed. */
  replace(found: FoundSession, change: SessionChange, now: number): Promise<string | undefined>
  /** Also ends the session under the ids that it had before or has since. */
  delete(found: FoundSession, now: number): Promise<void>
  /** Ends the sessions that `owner` began until now. */
  endAll(owner: string, now: number): Promise<void>
  /** When `endAll` was last called for an owner; undefined if it was not. */
  endedAt(owner: string, now: number): Promise<number | undefined>
}

export function isAlive({ endsAt, expiresAt }: StoredSession, now: number): boolean {
  return endsAt > now && expiresAt > now
}
