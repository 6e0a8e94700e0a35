import { DatabaseSync } from 'node:sqlite'
import { Query } from '@fw/query'
import { Config } from 'fw'

export class Database {
  readonly #connection: DatabaseSync

  constructor(config: Config) {
    const file = config.string('DB_NAME', 'pingpong.sqlite')
    this.#connection = new DatabaseSync(file, { timeout: 5000 })
    this.#connection.exec(`
      PRAGMA journal_mode = WAL;
      CREATE TABLE IF NOT EXISTS pings (
        id INTEGER PRIMARY KEY,
        scenario TEXT NOT NULL,
        status TEXT NOT NULL,
        created_at TEXT NOT NULL,
        ponged_at TEXT
      );
    `)
  }

  pings(): Query {
    return new Query(this.#connection).table('pings')
  }

  close(): void {
    this.#connection.close()
  }
}
