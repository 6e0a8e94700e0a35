import { DatabaseSync } from 'node:sqlite'
import type { Config } from 'fw'

export function openSqlite(config: Config): DatabaseSync {
  const database = new DatabaseSync(config.string('DB_NAME', 'pingpong.sqlite'), { timeout: 5000 })
  database.exec('PRAGMA journal_mode = WAL')
  return database
}
