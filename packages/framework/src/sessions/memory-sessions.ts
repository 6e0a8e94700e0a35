import { workerRole } from '../platform/processes.ts'
import { SessionsNotShared } from './errors.ts'
import { SessionStore, type SessionChange, type StoredSession } from './session-store.ts'

/** Keeps sessions in the memory of one process. They end with it. */
export class MemorySessions extends SessionStore {
  /** The most recently used stand last. */
  readonly #sessions = new Map<string, StoredSession>()
  readonly #size: number

  /** Above `size` sessions, the least recently used one is forgotten. */
  constructor(size = 100_000) {
    super()
    if (workerRole && workerRole.servers > 1) throw new SessionsNotShared(workerRole.servers)
    this.#size = size
  }

  read(key: string): StoredSession | undefined {
    const session = this.#sessions.get(key)
    // A mark that ends all sessions of somebody is read after each of them, and so is forgotten after them.
    if (session?.endsAt === Number.MAX_SAFE_INTEGER) {
      this.#sessions.delete(key)
      this.#sessions.set(key, session)
    }
    return session
  }

  create(key: string, session: StoredSession, now: number): void {
    for (const [oldest, { expiresAt }] of this.#sessions) {
      if (expiresAt > now && this.#sessions.size < this.#size) break
      this.#sessions.delete(oldest)
    }
    this.#sessions.set(key, session)
  }

  update(key: string, { set, remove, expiresAt }: SessionChange): boolean {
    const session = this.#sessions.get(key)
    if (!session || session.isReplaced) return false
    this.#sessions.delete(key)
    this.#sessions.set(key, { ...session, fields: changed(session.fields, set, remove), expiresAt })
    return true
  }

  replace(
    key: string,
    until: number,
    _now: number,
    set: SessionChange['set'] = {},
  ): StoredSession | undefined {
    const session = this.#sessions.get(key)
    if (!session || session.isReplaced) return undefined
    const fields = { ...session.fields, ...set }
    this.#sessions.set(key, { ...session, fields, expiresAt: until, isReplaced: true })
    return session
  }

  delete(key: string): void {
    this.#sessions.delete(key)
  }
}

/** The fields after a change. */
export function changed(
  fields: StoredSession['fields'],
  set: SessionChange['set'],
  remove: SessionChange['remove'],
): Record<string, string> {
  const kept = Object.entries({ ...fields, ...set }).filter(([name]) => !remove.includes(name))
  return Object.fromEntries(kept)
}
