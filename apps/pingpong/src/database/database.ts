import { Query } from '@fw/query'
import type { Config } from '@fw/core'

/** Opens the database with its driver. */
export interface Driver {
  /** Opens what many queries share: a pool, or the file. */
  open(config: Config): object
  /** Opens one connection. */
  openOne(config: Config): object | Promise<object>
}

// A driver is loaded when it is the one in use.
const drivers = {
  sqlite: async () => (await import('./sqlite.ts')).sqlite,
  postgres: async () => (await import('./postgres.ts')).postgres,
  mysql: async () => (await import('./mysql.ts')).mysql,
}

/** The driver that `DB_CONNECTION` names. */
export function driverOf(config: Config): Promise<Driver> {
  return drivers[config.oneOf('DB_CONNECTION', ['sqlite', 'postgres', 'mysql'], 'sqlite')]()
}

/** The application's database. Its tables are made by the migrations. */
export class Database {
  /** The connection or pool for `new Query()` and the queue. */
  readonly connection: object

  constructor(connection: object) {
    this.connection = connection
  }

  /** Connects as `DB_CONNECTION` says. */
  static async open(config: Config): Promise<Database> {
    return new Database((await driverOf(config)).open(config))
  }

  query(): Query {
    return new Query(this.connection)
  }
}
