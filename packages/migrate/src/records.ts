import { runStatement } from '@fw/query'
import type { MigrationSession } from './database/migration-session.ts'

/** The record of a migration in the database. */
export interface MigrationRecord {
  readonly id: string
  /** The checksum of the file. While the migration is unfinished, the checksum of the completed SQL statements. */
  readonly checksum: string
  /** `started` and `reverting` are the states of unfinished up and down migrations. */
  readonly state: 'applied' | 'started' | 'reverting'
  /** The number of completed SQL statements; 1 for a function, 0 if the migration was recorded without running it. */
  readonly statements: number
  /** The time of the last change of the record, by the database clock. */
  readonly at: Date
}

/** The records in the table `fw_migrations`. */
export class MigrationRecords {
  readonly #session: MigrationSession
  readonly #table: string

  constructor(session: MigrationSession) {
    this.#session = session
    this.#table = `${session.prefix}fw_migrations`
  }

  /** Creates the table if it does not exist. */
  async create(): Promise<void> {
    // Creating the table requires a privilege that read-only users may not have.
    if (await this.exists()) return
    await this.#session.exec(`CREATE TABLE IF NOT EXISTS ${this.#table} (
      id VARCHAR(200) NOT NULL PRIMARY KEY,
      checksum CHAR(64) NOT NULL,
      state VARCHAR(10) NOT NULL,
      statements INT NOT NULL,
      changed_at BIGINT NOT NULL
    )`)
  }

  exists(): Promise<boolean> {
    return runStatement(this.#session.client, `SELECT id FROM ${this.#table} WHERE 1 = 0`).then(
      () => true,
      () => false,
    )
  }

  /** Returns all records by id; an empty map if the table does not exist. */
  async read(): Promise<Map<string, MigrationRecord>> {
    const records = new Map<string, MigrationRecord>()
    if (!(await this.exists())) return records
    const { rows } = await runStatement(
      this.#session.client,
      `SELECT * FROM ${this.#table} ORDER BY id`,
    )
    for (const row of rows) {
      const { id, checksum, state, statements, changed_at } = row as {
        id: string
        checksum: string
        state: MigrationRecord['state']
        statements: number
        changed_at: number
      }
      const at = new Date(Number(changed_at))
      records.set(id, { id, checksum, state, statements: Number(statements), at })
    }
    return records
  }

  /** Returns the state of a migration, read inside a transaction. */
  async stateOf(tx: object, id: string): Promise<string | undefined> {
    const { rows } = await runStatement(tx, `SELECT state FROM ${this.#table} WHERE id = ?`, [id])
    return rows[0]?.['state'] as string | undefined
  }

  async write(tx: object, record: Omit<MigrationRecord, 'at'>): Promise<void> {
    const { id, checksum, state, statements } = record
    const values = [checksum, state, statements]
    const { affected } = await runStatement(
      tx,
      `UPDATE ${this.#table} SET checksum = ?, state = ?, statements = ?, changed_at = ${this.#session.now} WHERE id = ?`,
      [...values, id],
    )
    if (affected > 0) return
    await runStatement(
      tx,
      `INSERT INTO ${this.#table} (checksum, state, statements, id, changed_at) VALUES (?, ?, ?, ?, ${this.#session.now})`,
      [...values, id],
    )
  }

  async remove(tx: object, id: string): Promise<void> {
    await runStatement(tx, `DELETE FROM ${this.#table} WHERE id = ?`, [id])
  }
}
