import type { Config } from '@fw/core'
import { MigrationConnection } from '@fw/migrate'
import { Client } from 'pg'

export class Migrations extends MigrationConnection {
  async open(config: Config) {
    const client = new Client({
      connectionString: config.string('DATABASE_URL'),
    })
    await client.connect()
    return client
  }
}
