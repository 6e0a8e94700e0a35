import type { CookieKeys } from '../message/cookie-keys.ts'
import { changed } from './memory-sessions.ts'
import { isAlive, type SessionKeeper } from './session-keeper.ts'
import type { FoundSession } from './session-state.ts'
import type { SessionChange, StoredSession } from './session-store.ts'

/** No cookie has this name, so that no sealed cookie of the application is taken for a session. */
const label = '=session'

/** Keeps sessions in their cookies, sealed. Of two answers at a time the last one wins. */
export class SealedSessions implements SessionKeeper {
  readonly #keys: CookieKeys

  constructor(keys: CookieKeys) {
    this.#keys = keys
  }

  async find(token: string, now: number): Promise<FoundSession | undefined> {
    const text = await this.#keys.unseal(label, token)
    if (text === undefined) return undefined
    const session = JSON.parse(text) as StoredSession
    return isAlive(session, now) ? { ...session, token } : undefined
  }

  create(session: StoredSession): Promise<string> {
    return this.#keys.seal(label, JSON.stringify(session))
  }

  update(found: FoundSession, { set, remove, expiresAt }: SessionChange): Promise<string> {
    const { endsAt, isReplaced } = found
    return this.create({
      fields: changed(found.fields, set, remove),
      endsAt,
      expiresAt,
      isReplaced,
    })
  }

  /** There is no id. */
  replace(found: FoundSession, change: SessionChange): Promise<string> {
    return this.update(found, change)
  }

  async delete(): Promise<void> {}
}
