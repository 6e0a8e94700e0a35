import { readFile } from 'node:fs/promises'
import { Query, runStatement } from '@fw/query'
import type { Config } from 'fw'

// A driver is loaded when it is the one in use.
const drivers = {
  sqlite: async () => (await import('./open-sqlite.ts')).openSqlite,
  postgres: async () => (await import('./open-postgres.ts')).openPostgres,
  mysql: async () => (await import('./open-mysql.ts')).openMysql,
}

/** The application's database, with its tables. */
export class Database {
  /** What `new Query()` and the queue take: a connection or pool of a driver. */
  readonly connection: object

  constructor(connection: object) {
    this.connection = connection
  }

  /** Connects as `DB_CONNECTION` says, and creates the tables that are missing. */
  static async open(config: Config): Promise<Database> {
    const driver = config.oneOf('DB_CONNECTION', ['sqlite', 'postgres', 'mysql'], 'sqlite')
    const open = await drivers[driver]()
    const database = new Database(open(config))
    const schema = await readFile(new URL(`../../schema/${driver}.sql`, import.meta.url), 'utf8')
    const createTables = () => runStatement(database.connection, schema)
    // On PostgreSQL two processes that create a table at once may collide; the second time it is there.
    await createTables().catch(createTables)
    return database
  }

  query(): Query {
    return new Query(this.connection)
  }
}
