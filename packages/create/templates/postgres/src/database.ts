import type { Config } from 'fw'
import { Pool } from 'pg'

/** The connections to PostgreSQL that the whole application shares. */
export class Database {
  readonly pool: Pool

  constructor(config: Config) {
    this.pool = new Pool({
      host: config.string('DB_HOST', '127.0.0.1'),
      port: config.int('DB_PORT', 5432),
      user: config.string('DB_USER'),
      password: config.string('DB_PASSWORD', ''),
      database: config.string('DB_NAME'),
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pool.end()
  }
}
