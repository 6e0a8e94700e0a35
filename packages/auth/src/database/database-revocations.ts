import { createHash } from 'node:crypto'
import { SqlKeyedStore } from '@fw/core/internals'
import { Query } from '@fw/query'
import { KeyedRevocations } from '../stores/revocation-store.ts'

/**
 * Stores revocations in a table `id VARCHAR(64) PRIMARY KEY, refused_before BIGINT NOT NULL, expires_at BIGINT NOT
 * NULL`, which all processes share.
 */
export class DatabaseRevocations extends KeyedRevocations {
  /** `connection` is anything that `new Query()` accepts. */
  constructor(connection: object, table = 'fw_revocations') {
    const records = new SqlKeyedStore(() => new Query(connection), {
      table,
      key: 'id',
      version: 'refused_before',
      expiresAt: 'expires_at',
      toColumns: () => ({}),
      toValue: () => '',
    })
    super(records, (kind, name) => {
      return createHash('sha256').update(`${kind} ${name}`).digest('base64url')
    })
  }
}
