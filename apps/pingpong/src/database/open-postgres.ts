import type { Config } from 'fw'
import { Pool } from 'pg'
import type { OpenDatabase } from './database.ts'

export async function openPostgres(config: Config): Promise<OpenDatabase> {
  const connection = new Pool({
    host: config.string('DB_HOST', '127.0.0.1'),
    port: config.int('DB_PORT', 5432),
    database: config.string('DB_NAME', 'pingpong'),
    user: config.string('DB_USER', 'postgres'),
    password: config.string('DB_PASSWORD', ''),
  })
  // A pool without a listener would end the process when the server drops an idle connection.
  connection.on('error', () => {})
  return { connection, run: (statement) => connection.query(statement) }
}
