import { readFile } from 'node:fs/promises'
import { Query } from '@fw/query'
import type { Config } from 'fw'

/** A connection or pool of a driver, and how a schema file is run on it. */
export interface OpenDatabase {
  readonly connection: object
  run(statement: string): Promise<unknown>
}

// A driver is loaded when it is the one in use.
const drivers = {
  sqlite: async () => (await import('./open-sqlite.ts')).openSqlite,
  postgres: async () => (await import('./open-postgres.ts')).openPostgres,
  mysql: async () => (await import('./open-mysql.ts')).openMysql,
}

/** The application's database, with its tables. */
export class Database {
  /** What `new Query()` and the queue take. */
  readonly connection: object

  constructor(connection: object) {
    this.connection = connection
  }

  /** Connects as `DB_CONNECTION` says, and creates the tables that are missing. */
  static async open(config: Config): Promise<Database> {
    const driver = config.oneOf('DB_CONNECTION', ['sqlite', 'postgres', 'mysql'], 'sqlite')
    const open = await drivers[driver]()
    const { connection, run } = await open(config)
    await run(await readFile(new URL(`../../schema/${driver}.sql`, import.meta.url), 'utf8'))
    return new Database(connection)
  }

  query(): Query {
    return new Query(this.connection)
  }
}
