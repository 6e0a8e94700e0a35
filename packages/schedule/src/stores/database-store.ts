import { SqlKeyedStore } from '@fw/core/internals'
import { dialectOf, Query, runStatement, type DialectName } from '@fw/query'
import { databaseTime, DatabaseSource } from '@fw/query/configured'
import { KeyedSchedules } from './keyed-schedules.ts'

/** Stores records in a table `fw_schedules` of PostgreSQL, MySQL 8, MariaDB 10.6 or SQLite. */
export class DatabaseStore extends KeyedSchedules {
  readonly #source: DatabaseSource

  /** `connection` is anything that `new Query()` accepts. It is opened on first use. */
  constructor(connection: object) {
    const connectionSource =
      connection instanceof DatabaseSource
        ? connection
        : new DatabaseSource(async () => ({ connection, close() {} }))
    const source = new DatabaseSource(async () => {
      const openConnection = await connectionSource.connection()
      await createTable(openConnection)
      return { connection: openConnection, close: () => connectionSource.close() }
    })
    super(
      new SqlKeyedStore(async () => new Query(await source.connection()), {
        table: 'fw_schedules',
        key: 'name',
        version: 'version',
        toColumns: (record) => ({ record }),
        toValue: ({ record }) => String(record),
      }),
    )
    this.#source = source
  }

  close(): Promise<void> {
    return this.#source.close()
  }

  protected async now(): Promise<number> {
    const connection = await this.#source.connection()
    const time = `SELECT ${databaseTime[dialectOf(connection)]} AS now_ms`
    const { rows } = await runStatement(connection, time)
    return Number(rows[0]?.['now_ms'])
  }
}

/** Creates the table if it does not exist. Calling this twice, or in two processes at the same time, is safe. */
async function createTable(connection: object): Promise<void> {
  // Creating the table requires a privilege that a running application may not have.
  if (await exists(connection)) return
  const isMysql = dialectOf(connection) === 'mysql'
  const statement = `CREATE TABLE IF NOT EXISTS fw_schedules (
    name VARCHAR(200) PRIMARY KEY,
    version BIGINT NOT NULL,
    record ${isMysql ? 'LONGTEXT' : 'TEXT'} NOT NULL
  )${isMysql ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : ''}`
  try {
    await runStatement(connection, statement)
  } catch (error) {
    // In PostgreSQL, concurrent CREATE TABLE IF NOT EXISTS can fail.
    if (!(await exists(connection))) throw error
  }
}

/**
 * Returns true if the table exists. Searches the database catalog, because a failing query on the table would be
 * counted as an error.
 */
async function exists(connection: object): Promise<boolean> {
  const { rows } = await runStatement(connection, existsQuery[dialectOf(connection)])
  return rows.length > 0
}

const existsQuery: Record<DialectName, string> = {
  postgres: "SELECT 1 AS found WHERE to_regclass('fw_schedules') IS NOT NULL",
  mysql:
    "SELECT 1 AS found FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'fw_schedules'",
  sqlite: "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'fw_schedules'",
}
