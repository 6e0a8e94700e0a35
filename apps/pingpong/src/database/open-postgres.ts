import type { Config } from 'fw'
import { Pool } from 'pg'

export function openPostgres(config: Config): Pool {
  return new Pool({
    host: config.string('DB_HOST', '127.0.0.1'),
    port: config.int('DB_PORT', 5432),
    database: config.string('DB_NAME', 'pingpong'),
    user: config.string('DB_USER', 'postgres'),
    password: config.string('DB_PASSWORD', ''),
    connectionTimeoutMillis: 5000,
  })
}
