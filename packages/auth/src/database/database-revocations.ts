import { createHash } from 'node:crypto'
import { ExpiringRows } from './expiring-rows.ts'
import {
  afterlife,
  isBefore,
  RevocationStore,
  type RevocableToken,
} from '../stores/revocation-store.ts'
import { patienceFor } from '../stores/store-patience.ts'

/**
 * Keeps revocations in a table `id VARCHAR(64) PRIMARY KEY, refused_before BIGINT NOT NULL,
 * expires_at BIGINT NOT NULL`, shared by all processes.
 */
export class DatabaseRevocations extends RevocationStore {
  readonly #rows: ExpiringRows
  readonly #patience = patienceFor('revocations')

  /** `connection` is anything that `new Query()` accepts. */
  constructor(connection: object, table = 'fw_revocations') {
    super()
    this.#rows = new ExpiringRows(connection, table)
  }

  async revoke(jti: string, until: number): Promise<void> {
    const row = { id: idOf('token', jti), refused_before: 0, expires_at: until + afterlife }
    await this.#patience.wait(() => this.#rows.query().upsert([row], ['id'], ['expires_at']))
    this.#rows.clean(Date.now())
  }

  async revokeAll(key: string, before: number): Promise<void> {
    await this.#patience.wait(() => this.#revokeAll(key, before))
  }

  async #revokeAll(key: string, before: number): Promise<void> {
    const id = idOf('principal', key)
    const row = { id, refused_before: before, expires_at: forever }
    if (await this.#rows.insertNew(row)) return
    // A later time that another process has written is kept.
    const earlier = this.#rows.query().where('id', '=', id).where('refused_before', '<', before)
    await earlier.update({ refused_before: before })
  }

  async isRevoked({ jti, key, issuedAt = 0 }: RevocableToken): Promise<boolean> {
    const principal = idOf('principal', key)
    const ids = jti === undefined ? [principal] : [principal, idOf('token', jti)]
    const rows = await this.#rows.query().whereIn('id', ids).get()
    return rows.some(
      ({ id, refused_before: before }) => id !== principal || isBefore(issuedAt, Number(before)),
    )
  }
}

const forever = Number.MAX_SAFE_INTEGER

function idOf(kind: string, name: string): string {
  return createHash('sha256').update(`${kind} ${name}`).digest('base64url')
}
