import { workerRole } from '../platform/processes.ts'
import { SessionsNotShared } from './errors.ts'
import { SessionStore, type SessionChange, type StoredSession } from './session-store.ts'

/** Stores sessions in the memory of one process. They are lost when it stops. */
export class MemorySessions extends SessionStore {
  /** In the order of use, the most recently used last. */
  readonly #sessions = new Map<string, StoredSession>()
  readonly #size: number

  /** If there are more than `size` sessions, the least recently used one is dropped. */
  constructor(size = 100_000) {
    super()
    if (workerRole && workerRole.servers > 1) throw new SessionsNotShared(workerRole.servers)
    this.#size = size
  }

  read(key: string): StoredSession | undefined {
    const session = this.#sessions.get(key)
    // The marker that ends all sessions of a caller is moved to the end on each read, so it is dropped after those
    // sessions.
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

/** Returns the fields after a change. */
export function changed(
  fields: StoredSession['fields'],
  set: SessionChange['set'],
  remove: SessionChange['remove'],
): Record<string, string> {
  const kept = Object.entries({ ...fields, ...set }).filter(([name]) => !remove.includes(name))
  return Object.fromEntries(kept)
}
