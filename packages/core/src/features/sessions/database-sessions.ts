import { SqlKeyedStore, type TableQuery } from '../../base/stores/sql-keyed-store.ts'
import { KeyedSessions } from './keyed-sessions.ts'

/**
 * Stores sessions in a table `id VARCHAR(64) PRIMARY KEY, data TEXT, version INT, replaced INT, ends_at BIGINT,
 * expires_at BIGINT`. All columns are NOT NULL. Expired sessions are deleted at most once a minute.
 */
export class DatabaseSessions extends KeyedSessions {
  /** `query` is called for each SQL query and returns a new `Query` object: `() => new Query(pool)`. */
  constructor(query: () => TableQuery, table = 'fw_sessions') {
    super(
      new SqlKeyedStore(query, {
        table,
        key: 'id',
        version: 'version',
        expiresAt: 'expires_at',
        toColumns: ({ fields, endsAt, isReplaced }) => ({
          data: JSON.stringify(fields),
          replaced: isReplaced ? 1 : 0,
          ends_at: endsAt,
        }),
        toValue: (row) => ({
          fields: JSON.parse(String(row['data'])) as Record<string, string>,
          endsAt: Number(row['ends_at']),
          expiresAt: Number(row['expires_at']),
          isReplaced: Number(row['replaced']) === 1,
        }),
      }),
    )
  }
}
