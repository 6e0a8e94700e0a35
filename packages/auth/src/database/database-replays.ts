import { SqlKeyedStore } from '@fw/core/internals'
import { Query } from '@fw/query'
import { KeyedReplays } from '../stores/replay-store.ts'

/** Stores ids in a table `id VARCHAR(64) PRIMARY KEY, expires_at BIGINT NOT NULL`, which all processes share. */
export class DatabaseReplays extends KeyedReplays {
  /** `connection` is anything that `new Query()` accepts. */
  constructor(connection: object, table = 'fw_replays') {
    const columns = { key: 'id', expiresAt: 'expires_at' }
    super(
      new SqlKeyedStore(() => new Query(connection), {
        table,
        ...columns,
        toColumns: () => ({}),
        toValue: () => '',
      }),
    )
  }
}
