import { dialectOf, runStatement, type DialectName } from '@fw/query'
import { databaseTime, DatabaseSource } from '@fw/query/configured'
import { parseRecord, type ScheduleRecord } from '../claims/schedule-record.ts'
import { ScheduleStore, type StoredRecord, type StoredRecords } from '../claims/schedule-store.ts'

/** Keeps records in a table `fw_schedules` of PostgreSQL, MySQL 8, MariaDB 10.6 or SQLite. */
export class DatabaseStore extends ScheduleStore {
  readonly #source: DatabaseSource

  /** `connection` is anything that `new Query()` accepts. It is not used before the first read. */
  constructor(connection: object) {
    super()
    const given =
      connection instanceof DatabaseSource
        ? connection
        : new DatabaseSource(async () => ({ connection, close() {} }))
    this.#source = new DatabaseSource(async () => {
      const opened = await given.connection()
      await createTable(opened)
      return { connection: opened, close: () => given.close() }
    })
  }

  async read(names: readonly string[]): Promise<StoredRecords> {
    const connection = await this.#source.connection()
    const marks = names.map(() => '?').join(', ')
    const { rows } = await runStatement(
      connection,
      `SELECT clock.now_ms, s.name, s.version, s.record
      FROM (SELECT ${databaseTime[dialectOf(connection)]} AS now_ms) clock
      LEFT JOIN fw_schedules s ON s.name IN (${marks || 'NULL'})`,
      names,
    )
    const now = Number(rows[0]?.['now_ms'])
    const entries = new Map<string, StoredRecord>()
    for (const { name, version, record } of rows) {
      if (name === null) continue
      const parsed = parseRecord(String(record), now)
      entries.set(String(name), { version: Number(version), record: parsed })
    }
    return { now, entries }
  }

  async write(name: string, version: number, record: ScheduleRecord): Promise<boolean> {
    const connection = await this.#source.connection()
    const json = JSON.stringify(record)
    const { affected } =
      version === 0
        ? await runStatement(connection, insertion[dialectOf(connection)], [name, json])
        : await runStatement(
            connection,
            'UPDATE fw_schedules SET version = version + 1, record = ? WHERE name = ? AND version = ?',
            [json, name, version],
          )
    return affected === 1
  }

  close(): Promise<void> {
    return this.#source.close()
  }
}

const values = 'INTO fw_schedules (name, version, record) VALUES (?, 1, ?)'

const insertion: Record<DialectName, string> = {
  postgres: `INSERT ${values} ON CONFLICT DO NOTHING`,
  mysql: `INSERT IGNORE ${values}`,
  sqlite: `INSERT ${values} ON CONFLICT DO NOTHING`,
}

/**
 * Creates the table if it does not exist. Running it twice, or in two processes at the same time,
 * is safe.
 */
async function createTable(connection: object): Promise<void> {
  // Creating it needs a privilege that a running application may not have.
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

function exists(connection: object): Promise<boolean> {
  return runStatement(connection, 'SELECT name FROM fw_schedules WHERE 1 = 0').then(
    () => true,
    () => false,
  )
}
