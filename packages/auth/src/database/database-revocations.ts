import { createHash } from 'node:crypto'
import { Query } from '@fw/query'
import { insertNew } from './insert-new.ts'
import {
  afterlife,
  isBefore,
  RevocationStore,
  type RevocableToken,
} from '../stores/revocation-store.ts'

/**
 * Remembers in a table `id VARCHAR(64) PRIMARY KEY, refused_before BIGINT NOT NULL, expires_at BIGINT NOT NULL`, for all
 * processes together.
 */
export class DatabaseRevocations extends RevocationStore {
  readonly #connection: object
  readonly #table: string
  #cleanedAt = 0

  /** `connection` is what `new Query()` takes. */
  constructor(connection: object, table = 'fw_revocations') {
    super()
    this.#connection = connection
    this.#table = table
  }

  async revoke(jti: string, until: number): Promise<void> {
    await this.#clean(Date.now())
    const row = { id: idOf('token', jti), refused_before: 0, expires_at: until + afterlife }
    await this.#rows().upsert([row], ['id'], ['expires_at'])
  }

  async revokeAll(key: string, before: number): Promise<void> {
    const id = idOf('principal', key)
    const row = { id, refused_before: before, expires_at: forever }
    if (await insertNew(this.#rows(), row)) return
    // A later time that somebody else has written stays.
    const earlier = this.#rows().where('id', '=', id).where('refused_before', '<', before)
    await earlier.update({ refused_before: before })
  }

  async isRevoked({ jti, key, issuedAt = 0 }: RevocableToken): Promise<boolean> {
    const principal = idOf('principal', key)
    const ids = jti === undefined ? [principal] : [principal, idOf('token', jti)]
    const rows = await this.#rows().whereIn('id', ids).get()
    return rows.some(
      ({ id, refused_before: before }) => id !== principal || isBefore(issuedAt, Number(before)),
    )
  }

  /** Once a minute, what has expired is deleted. */
  async #clean(now: number): Promise<void> {
    if (now - this.#cleanedAt < 60_000) return
    this.#cleanedAt = now
    await this.#rows().where('expires_at', '<=', now).delete()
  }

  #rows(): Query {
    return new Query(this.#connection).table(this.#table)
  }
}

const forever = Number.MAX_SAFE_INTEGER

function idOf(kind: string, name: string): string {
  return createHash('sha256').update(`${kind} ${name}`).digest('base64url')
}
