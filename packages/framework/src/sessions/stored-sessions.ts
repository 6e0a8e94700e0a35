import { changed } from './memory-sessions.ts'
import { isAlive, type SessionKeeper } from './session-keeper.ts'
import type { FoundSession } from './session-state.ts'
import type { SessionChange, SessionStore, StoredSession } from './session-store.ts'

/** How long an id that was replaced is still read, in milliseconds: requests may be on their way with it. */
const afterlife = 10_000

/** Keeps sessions in a store, which knows no id but its SHA-256. */
export class StoredSessions implements SessionKeeper {
  readonly #store: SessionStore

  constructor(store: SessionStore) {
    this.#store = store
  }

  async find(token: string, now: number): Promise<FoundSession | undefined> {
    if (!/^[\w-]{43}$/u.test(token)) return undefined
    const session = await this.#store.read(keyOf(token), now)
    return session && isAlive(session, now) ? { ...session, token } : undefined
  }

  async create(session: StoredSession, now: number): Promise<string> {
    const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
    await this.#store.create(keyOf(token), session, now)
    return token
  }

  async update({ token }: FoundSession, change: SessionChange, now: number): Promise<undefined> {
    await this.#store.update(keyOf(token), change, now)
  }

  async replace(
    { token, expiresAt }: FoundSession,
    change: SessionChange,
    now: number,
  ): Promise<string | undefined> {
    const until = Math.min(now + afterlife, expiresAt)
    const old = await this.#store.replace(keyOf(token), until, now)
    if (!old) return undefined
    const fields = changed(old.fields, change.set, change.remove)
    return this.create({ ...old, fields, expiresAt: change.expiresAt }, now)
  }

  async delete({ token }: FoundSession): Promise<void> {
    await this.#store.delete(keyOf(token))
  }
}

function keyOf(token: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(token).digest('base64url')
}
