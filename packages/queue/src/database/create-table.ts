import { dialectOf, runStatement, type DialectName } from '@fw/query'

/** Creates the table of a queue where there is none; done twice, or by two processes at once, it does no harm. */
export async function createTable(connection: object, table: string): Promise<void> {
  // Creating takes a right that a running application need not have.
  if (await exists(connection, table)) return
  try {
    await runStatement(connection, definition(dialectOf(connection), table))
  } catch (error) {
    // PostgreSQL lets two processes that create the same table collide, whatever IF NOT EXISTS says.
    if (!(await exists(connection, table))) throw error
  }
}

function exists(connection: object, table: string): Promise<boolean> {
  return runStatement(connection, `SELECT id FROM ${table} WHERE 1 = 0`).then(
    () => true,
    () => false,
  )
}

// Times are milliseconds of the epoch. A job is due from `due_at` on; while it runs, that is the end of its lease, and
// for a failed one it is NULL. The key is there for its index.
function definition(dialect: DialectName, table: string): string {
  const { id, text, options } = words[dialect]
  return `CREATE TABLE IF NOT EXISTS ${table} (
    id ${id} PRIMARY KEY,
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

const words: Record<DialectName, { id: string; text: string; options: string }> = {
  postgres: { id: 'BIGINT GENERATED ALWAYS AS IDENTITY', text: 'TEXT', options: '' },
  mysql: {
    id: 'BIGINT AUTO_INCREMENT',
    text: 'LONGTEXT',
    options: ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
  },
  sqlite: { id: 'INTEGER', text: 'TEXT', options: '' },
}
