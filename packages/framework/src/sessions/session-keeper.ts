import type { FoundSession } from './session-state.ts'
import type { SessionChange, StoredSession } from './session-store.ts'

/** Where sessions are between requests: in a store, under the id that a cookie holds, or in the cookie itself. */
export interface SessionKeeper {
  /** What the value of a cookie leads to. */
  find(token: string, now: number): Promise<FoundSession | undefined>
  /** Gives the value of the cookie. */
  create(session: StoredSession, now: number): Promise<string>
  /** Gives the value of the cookie where it is another one. */
  update(found: FoundSession, change: SessionChange, now: number): Promise<string | undefined>
  /** The same under a new id. */
  replace(found: FoundSession, change: SessionChange, now: number): Promise<string | undefined>
  delete(found: FoundSession): Promise<void>
  /** Ends the sessions that `owner` began until now. `until` is when the last of them would end by itself. */
  endAll(owner: string, now: number, until: number): Promise<void>
  /** When `endAll` was called last for an owner; undefined where it was not. */
  endedAt(owner: string, now: number): Promise<number | undefined>
}

export function isAlive({ endsAt, expiresAt }: StoredSession, now: number): boolean {
  return endsAt > now && expiresAt > now
}
