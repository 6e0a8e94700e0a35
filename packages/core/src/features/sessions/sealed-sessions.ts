import type { CookieKeys } from '../../http/message/cookie-keys.ts'
import { isAlive, type SessionBackend } from './session-backend.ts'
import type { LoadedSession } from './session-state.ts'
import { applyChange, type SessionChange, type StoredSession } from './session-store.ts'

/**
 * The label for sealing. Cookies cannot have this name, so a sealed cookie of the application is never accepted as a
 * session.
 */
// Stryker disable next-line StringLiteral: no cookie has an empty name, either.
const label = '=session'

/** Stores sessions in sealed cookies. If two responses are concurrent, the last one wins. */
export class SealedSessions implements SessionBackend {
  readonly #keys: CookieKeys

  constructor(keys: CookieKeys) {
    this.#keys = keys
  }

  async find(token: string, now: number): Promise<LoadedSession | undefined> {
    const text = await this.#keys.unseal(label, token)
    if (text === undefined) return undefined
    const { data, endsAt, expiresAt } = JSON.parse(text) as SealedContent
    const session = { fields: mapValues(data, toText), endsAt, expiresAt, isReplaced: false }
    return isAlive(session, now) ? { ...session, token } : undefined
  }

  create({ fields, endsAt, expiresAt }: StoredSession): Promise<string> {
    // The fields are parsed, because nested JSON strings would be longer.
    const data = mapValues(fields, (json) => JSON.parse(json) as unknown)
    return this.#keys.seal(label, JSON.stringify({ data, endsAt, expiresAt }))
  }

  update(loaded: LoadedSession, { set, remove, expiresAt }: SessionChange): Promise<string> {
    return this.create({ ...loaded, fields: applyChange(loaded.fields, set, remove), expiresAt })
  }

  /** Changes only the fields, because a sealed session has no id. */
  replace(loaded: LoadedSession, change: SessionChange): Promise<string> {
    return this.update(loaded, change)
  }

  async delete(): Promise<void> {}

  async endAll(): Promise<void> {
    throw new TypeError(
      'The sessions in other browsers cannot be ended, because sessions are sealed in their cookies. Register a ' +
        'SessionStore, such as: container.instance(SessionStore, new MemorySessions()).',
    )
  }

  async endedAt(): Promise<undefined> {
    return undefined
  }
}

interface SealedContent extends Pick<StoredSession, 'endsAt' | 'expiresAt'> {
  readonly data: Readonly<Record<string, unknown>>
}

function toText(value: unknown): string {
  return JSON.stringify(value)
}

function mapValues<From, To>(
  values: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}
