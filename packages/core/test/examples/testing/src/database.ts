import { DatabaseSync } from 'node:sqlite'
import { Config } from '@fw/core'

export class Database {
  readonly connection: DatabaseSync

  constructor(config: Config) {
    this.connection = new DatabaseSync(config.string('DB_NAME'))
    this.connection.exec(`CREATE TABLE IF NOT EXISTS orders (
      id INTEGER PRIMARY KEY,
      email TEXT NOT NULL,
      pieces INTEGER NOT NULL
    )`)
  }

  close(): void {
    this.connection.close()
  }
}
