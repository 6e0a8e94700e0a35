import type { DatabaseSettings } from '@fw/core/internals'
import { configureConnection } from '../connection/connection-options.ts'
import { mysqlOptions, postgresOptions } from './driver-options.ts'
import { importDriver } from './drivers.ts'

export interface OpenDatabase {
  /** A connection that `new Query()` accepts. */
  readonly connection: object
  close(): unknown
}

/** A connection that is opened on first use. If opening fails, the next use tries again. */
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

/** Checks the settings, and returns a function that loads the driver and opens a database. */
export function createOpener(
  database: DatabaseSettings,
  tlsKey: string,
): () => Promise<OpenDatabase> {
  if (database.kind === 'sqlite') {
    return async () => {
      const { DatabaseSync } = await import('node:sqlite')
      const connection = new DatabaseSync(database.file, { timeout: 5000 })
      connection.exec('PRAGMA journal_mode = WAL')
      return { connection, close: () => connection.close() }
    }
  }
  if (database.kind === 'postgres') {
    const options = postgresOptions(database)
    return async () => {
      const { Pool } = await importDriver('pg', () => import('pg'))
      const connection = new Pool(options)
      if (database.isPooled) configureConnection(connection, { preparedStatements: 0 })
      return { connection, close: () => connection.end() }
    }
  }
  const options = mysqlOptions(database, tlsKey)
  return async () => {
    const { createPool } = await importDriver('mysql2', () => import('mysql2/promise'))
    const connection = createPool(options)
    return { connection, close: () => connection.end() }
  }
}
