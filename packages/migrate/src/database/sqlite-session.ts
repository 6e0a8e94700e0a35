import type { DatabaseSync } from 'node:sqlite'
import { runStatement } from '@fw/query'
import { MigrationProblem } from '../errors.ts'
import type { MigrationSession } from './migration-session.ts'

/** Settings that a migration may change, and that would affect the next migration. */
const settings = [
  'foreign_keys',
  'ignore_check_constraints',
  'legacy_alter_table',
  'query_only',
  'recursive_triggers',
  'writable_schema',
]

/** The error code SQLITE_BUSY. */
const busy = 5

/**
 * Returns a session for a database of "node:sqlite". Each transaction locks the file when it
 * begins.
 */
export async function openSqliteSession(
  client: DatabaseSync,
  close: () => Promise<unknown>,
): Promise<MigrationSession> {
  // Many changes of a table require recreating it, while other tables still reference it.
  client.exec('PRAGMA foreign_keys = OFF')
  const initialSettings = settings.map((name) => {
    const [value] = Object.values(client.prepare(`PRAGMA ${name}`).get() ?? {})
    return `PRAGMA ${name} = ${String(value)}`
  })
  return {
    dialect: 'sqlite',
    client,
    isTransactional: true,
    prefix: '',
    now: `CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)`,
    exec: async (sql) => client.exec(sql),
    errorOffset: () => undefined,
    async tryLock() {
      try {
        client.exec('BEGIN IMMEDIATE')
        client.exec('ROLLBACK')
        return undefined
      } catch (error) {
        if ((error as { errcode?: number }).errcode !== busy) throw error
        return { holder: 'a writer of the same file' }
      }
    },
    holdsLock: async () => true,
    unlock: async () => true,
    async restoreSettings() {
      for (const pragma of initialSettings) client.exec(pragma)
    },
    lockTimeoutSql: () => [],
    async checkBeforeCommit(tx) {
      const { rows } = await runStatement(tx, 'PRAGMA foreign_key_check')
      if (rows.length === 0) return
      const tables = [...new Set(rows.map(({ table, parent }) => `${table} to ${parent}`))]
      throw new MigrationProblem(
        `foreign keys reference rows that do not exist: from ${tables.join(', ')} (rows: ${rows.length})`,
      )
    },
    // Does nothing: running SQL blocks the process, so signals are only handled between two queries.
    async cancel() {},
    async close() {
      await close()
    },
  }
}
