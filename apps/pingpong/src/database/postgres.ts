import type { Config } from '@fw/core'
import { Client, Pool } from 'pg'
import type { Driver } from './database.ts'

export const postgres: Driver = {
  open: (config) => new Pool(serverOf(config)),

  async openOne(config) {
    const client = new Client(serverOf(config))
    await client.connect()
    return client
  },
}

function serverOf(config: Config) {
  return {
    host: config.string('DB_HOST', '127.0.0.1'),
    port: config.int('DB_PORT', 5432),
    database: config.string('DB_NAME', 'pingpong'),
    user: config.string('DB_USER', 'postgres'),
    password: config.string('DB_PASSWORD', ''),
    connectionTimeoutMillis: 5000,
  }
}
