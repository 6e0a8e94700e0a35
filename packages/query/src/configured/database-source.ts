import type { Config } from 'fw'

export interface OpenDatabase {
  /** What `new Query()` takes. */
  readonly connection: object
  close(): unknown
}

/** A connection that is opened when it is first needed, and again after that has failed. */
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

/** The database of DB_CONNECTION, DB_NAME, DB_HOST, DB_PORT, DB_USER and DB_PASSWORD. */
export function configuredDatabase(config: Config): DatabaseSource {
  const kind = config.oneOf('DB_CONNECTION', ['sqlite', 'postgres', 'mysql'], 'sqlite')
  return new DatabaseSource(openers[kind](config))
}

/** The settings are read at once, the driver is loaded with the first connection. */
type Opener = (config: Config) => () => Promise<OpenDatabase>

const openers: Record<'sqlite' | 'postgres' | 'mysql', Opener> = {
  sqlite(config) {
    const path = config.string('DB_NAME')
    return async () => {
      const { DatabaseSync } = await import('node:sqlite')
      const connection = new DatabaseSync(path, { timeout: 5000 })
      connection.exec('PRAGMA journal_mode = WAL')
      return { connection, close: () => connection.close() }
    }
  },

  postgres(config) {
    const server = serverOf(config, 5432)
    return async () => {
      const { Pool } = await import('pg')
      const connection = new Pool(server)
      return { connection, close: () => connection.end() }
    }
  },

  mysql(config) {
    const server = serverOf(config, 3306)
    return async () => {
      const { createPool } = await import('mysql2/promise')
      const connection = createPool(server)
      return { connection, close: () => connection.end() }
    }
  },
}

function serverOf(config: Config, port: number) {
  return {
    host: config.string('DB_HOST', '127.0.0.1'),
    port: config.int('DB_PORT', port),
    user: config.string('DB_USER'),
    password: config.string('DB_PASSWORD', ''),
    database: config.string('DB_NAME'),
  }
}
