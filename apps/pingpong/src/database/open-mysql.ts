import type { Config } from 'fw'
import { createPool, type Pool } from 'mysql2/promise'

export function openMysql(config: Config): Pool {
  return createPool({
    host: config.string('DB_HOST', '127.0.0.1'),
    port: config.int('DB_PORT', 3306),
    database: config.string('DB_NAME', 'pingpong'),
    user: config.string('DB_USER', 'root'),
    password: config.string('DB_PASSWORD', ''),
  })
}
