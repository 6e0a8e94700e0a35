import { DatabaseSync } from 'node:sqlite'
import type { Config } from 'fw'
import type { OpenDatabase } from './database.ts'

export async function openSqlite(config: Config): Promise<OpenDatabase> {
  const connection = new DatabaseSync(config.string('DB_NAME', 'pingpong.sqlite'), {
    timeout: 5000,
  })
  connection.exec('PRAGMA journal_mode = WAL')
  return { connection, run: async (statement) => connection.exec(statement) }
}
