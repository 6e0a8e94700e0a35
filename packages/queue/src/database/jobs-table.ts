import { dialectOf, runStatement, transaction, type DialectName } from '@fw/query'
import { TableOutdated } from '../errors.ts'

/**
 * Creates the table of a queue if it does not exist, and adds columns that the table of an older version lacks. Calling
 * this twice, or in two processes at the same time, is safe. Throws `TableOutdated` if the table cannot be changed.
 */
export async function prepareTable(connection: object, table: string): Promise<void> {
  // Checks first whether the tables exist, because the application may not have the privileges to create or change
  // tables.
  await preparePausedTable(connection, table)
  if (await succeeds(connection, `SELECT ${columns.join(', ')} FROM ${table}`)) return
  const dialect = dialectOf(connection)
  const idCheck = `SELECT id FROM ${table}`
  if (!(await succeeds(connection, idCheck)))
    await run(connection, createTableSql(dialect, table), idCheck)
  const steps: UpgradeStep[] = []
  for (const step of upgradeSteps(dialect, table)) {
    if (step.isIndex || !(await succeeds(connection, step.check))) steps.push(step)
  }
  for (const { statement, check } of steps) {
    await run(connection, statement, check).catch((error: unknown) => {
      const statements = steps.map((step) => step.statement)
      throw new TableOutdated(table, statements, error)
    })
  }
}

/** Returns the name of the table of paused queues. */
export function pausedTable(table: string): string {
  return `${table}_paused`
}

async function preparePausedTable(connection: object, table: string): Promise<void> {
  const check = `SELECT queue FROM ${pausedTable(table)}`
  if (await succeeds(connection, check)) return
  const { options } = columnTypes[dialectOf(connection)]
  const statement = `CREATE TABLE IF NOT EXISTS ${pausedTable(table)} (queue VARCHAR(100) NOT NULL PRIMARY KEY)${options}`
  await run(connection, statement, check)
}

/**
 * Runs a query. If it fails, but the query `check` succeeds, the error is ignored, because another process may have
 * made the same change first.
 */
async function run(connection: object, statement: string, check: string): Promise<void> {
  try {
    await attempt(connection, statement)
  } catch (error) {
    if (!(await succeeds(connection, check))) throw error
  }
}

function succeeds(connection: object, select: string): Promise<boolean> {
  return attempt(connection, `${select} WHERE 1 = 0`).then(
    () => true,
    () => false,
  )
}

/**
 * Runs a query that may fail. PostgreSQL needs a savepoint; otherwise the failure would abort the enclosing
 * transaction.
 */
async function attempt(connection: object, statement: string): Promise<void> {
  if (dialectOf(connection) === 'postgres') {
    await transaction(connection, (tx) => runStatement(tx, statement))
  } else {
    await runStatement(connection, statement)
  }
}

// Returns the SQL that creates the table. Times are in milliseconds since the epoch. `due_at` is the time when a
// waiting job may start, or when the lease of a running job ends; it is NULL for a failed job. The UNIQUE constraint is
// also used as an index.
function createTableSql(dialect: DialectName, table: string): string {
  const { id, text, options } = columnTypes[dialect]
  return `CREATE TABLE IF NOT EXISTS ${table} (
    id ${id},
    queue VARCHAR(100) NOT NULL,
    job VARCHAR(200) NOT NULL,
    payload ${text} NOT NULL,
    attempts INT NOT NULL DEFAULT 0,
    max_attempts INT NOT NULL,
    due_at BIGINT NULL,
    worker VARCHAR(36) NULL,
    message ${text} NULL,
    failed_at BIGINT NULL,
    UNIQUE (queue, due_at, id)
  )${options}`
}

const columnTypes: Record<DialectName, { id: string; text: string; options: string }> = {
  postgres: { id: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY', text: 'TEXT', options: '' },
  mysql: {
    id: 'BIGINT AUTO_INCREMENT PRIMARY KEY',
    text: 'LONGTEXT',
    options: ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
  },
  // Without AUTOINCREMENT, SQLite reuses the ids of deleted jobs.
  sqlite: { id: 'INTEGER PRIMARY KEY AUTOINCREMENT', text: 'TEXT', options: '' },
}

interface UpgradeStep {
  readonly statement: string
  /** A query that succeeds if `statement` has already been run. */
  readonly check: string
  readonly isIndex?: true
}

/** The columns added since the first version, in order. If the last one exists, the others exist, too. */
const columns = ['meta', 'returns', 'cancelled_at', 'unique_key', 'pushed_at'] as const

function upgradeSteps(dialect: DialectName, table: string): UpgradeStep[] {
  const isMysql = dialect === 'mysql'
  const types: Record<(typeof columns)[number], string> = {
    meta: 'TEXT NULL',
    returns: 'INT NOT NULL DEFAULT 0',
    cancelled_at: 'BIGINT NULL',
    unique_key: `VARCHAR(100) NULL${isMysql ? ' UNIQUE' : ''}`,
    pushed_at: 'BIGINT NULL',
  }
  const steps = columns.map((column): UpgradeStep => ({
    statement: `ALTER TABLE ${table} ADD COLUMN ${column} ${types[column]}`,
    check: `SELECT ${column} FROM ${table}`,
  }))
  if (!isMysql) {
    // A partial index, because most jobs have no unique key.
    const name = `${table.replaceAll('.', '_')}_unique_key`
    const statement = `CREATE UNIQUE INDEX IF NOT EXISTS ${name} ON ${table} (unique_key) WHERE unique_key IS NOT NULL`
    steps.splice(-1, 0, { statement, check: `SELECT unique_key FROM ${table}`, isIndex: true })
  }
  return steps
}
