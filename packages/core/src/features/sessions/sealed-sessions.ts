import type { CookieKeys } from '../../http/message/cookie-keys.ts'
import { isAlive, type SessionKeeper } from './session-keeper.ts'
import type { FoundSession } from './session-state.ts'
import { changed, type SessionChange, type StoredSession } from './session-store.ts'

/** Cookies cannot have this name, so a sealed cookie of the application is never accepted as a session. */
// Stryker disable next-line StringLiteral: no cookie has an empty name, either.
const label = '=session'

/** Stores sessions in sealed cookies. If two responses are concurrent, the last one wins. */
export class SealedSessions implements SessionKeeper {
  readonly #keys: CookieKeys

  constructor(keys: CookieKeys) {
    this.#keys = keys
  }

  async find(token: string, now: number): Promise<FoundSession | undefined> {
    const text = await this.#keys.unseal(label, token)
    if (text === undefined) return undefined
    const { data, endsAt, expiresAt } = JSON.parse(text) as Sealed
    const session = { fields: mapped(data, toText), endsAt, expiresAt, isReplaced: false }
    return isAlive(session, now) ? { ...session, token } : undefined
  }

  create({ fields, endsAt, expiresAt }: StoredSession): Promise<string> {
    // Parsed, because nested JSON strings would be longer.
    const data = mapped(fields, (json) => JSON.parse(json) as unknown)
    return this.#keys.seal(label, JSON.stringify({ data, endsAt, expiresAt }))
  }

  update(found: FoundSession, { set, remove, expiresAt }: SessionChange): Promise<string> {
    return this.create({ ...found, fields: changed(found.fields, set, remove), expiresAt })
  }

  /** A sealed session has no id, so only its fields change. */
  replace(found: FoundSession, change: SessionChange): Promise<string> {
    return this.update(found, change)
  }

  async delete(): Promise<void> {}

  async endAll(): Promise<void> {
    throw new TypeError(
      'Sessions that are sealed in their cookies cannot be ended elsewhere. Register a SessionStore, such as: ' +
        'container.instance(SessionStore, new MemorySessions()).',
    )
  }

  async endedAt(): Promise<undefined> {
    return undefined
  }
}

interface Sealed extends Pick<StoredSession, 'endsAt' | 'expiresAt'> {
  readonly data: Readonly<Record<string, unknown>>
}

function toText(value: unknown): string {
  return JSON.stringify(value)
}

function mapped<From, To>(
  values: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}
