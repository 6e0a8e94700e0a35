import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { Query } from '@fw/query'
import type { Config } from 'fw'

const schema = new URL('../schema/sqlite.sql', import.meta.url)

/** The application's database, with its tables. */
export class Database {
  readonly #connection: DatabaseSync

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  static async open(config: Config): Promise<Database> {
    const connection = new DatabaseSync(config.string('DB_NAME', 'pingpong.sqlite'))
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000')
    connection.exec(await readFile(schema, 'utf8'))
    return new Database(connection)
  }

  query(): Query {
    return new Query(this.#connection)
  }
}
