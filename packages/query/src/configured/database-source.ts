import type { Config } from 'fw'
import { readDatabase } from 'fw/internals'
import { mysqlOptions, postgresOptions } from './driver-options.ts'

export interface OpenDatabase {
  /** A connection that `new Query()` accepts. */
  readonly connection: object
  close(): unknown
}

/** A connection that is opened on first use. If that fails, the next use tries again. */
export class DatabaseSource {
  readonly #open: () => Promise<OpenDatabase>
  #opened: Promise<OpenDatabase> | undefined

  constructor(open: () => Promise<OpenDatabase>) {
    this.#open = open
  }

  async connection(): Promise<object> {
    this.#opened ??= this.#open()
    try {
      return (await this.#opened).connection
    } catch (error) {
      this.#opened = undefined
      throw error
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    this.#opened = undefined
    await opened?.close()
  }
}

/** Returns the database of DATABASE_URL, or of DB_CONNECTION, DB_NAME and so on. */
export function configuredDatabase(config: Config): DatabaseSource {
  const database = readDatabase(config)
  // Settings that cannot be used are an error at boot, not at the first query.
  if (database.kind === 'mysql') mysqlOptions(database)
  return new DatabaseSource(async () => {
    if (database.kind === 'sqlite') {
      const { DatabaseSync } = await import('node:sqlite')
      const connection = new DatabaseSync(database.file, { timeout: 5000 })
      connection.exec('PRAGMA journal_mode = WAL')
      return { connection, close: () => connection.close() }
    }
    if (database.kind === 'postgres') {
      const { Pool } = await import('pg')
      const connection = new Pool(postgresOptions(database))
      return { connection, close: () => connection.end() }
    }
    const { createPool } = await import('mysql2/promise')
    const connection = createPool(mysqlOptions(database))
    return { connection, close: () => connection.end() }
  })
}
