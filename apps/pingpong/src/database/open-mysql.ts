import type { Config } from 'fw'
import { createPool } from 'mysql2/promise'
import type { OpenDatabase } from './database.ts'

export async function openMysql(config: Config): Promise<OpenDatabase> {
  const connection = createPool({
    host: config.string('DB_HOST', '127.0.0.1'),
    port: config.int('DB_PORT', 3306),
    database: config.string('DB_NAME', 'pingpong'),
    user: config.string('DB_USER', 'root'),
    password: config.string('DB_PASSWORD', ''),
  })
  return { connection, run: (statement) => connection.query(statement) }
}
