import { DatabaseSync } from 'node:sqlite'
import type { Config } from '@fw/core'
import type { Driver } from './database.ts'

export const sqlite: Driver = { open: openFile, openOne: openFile }

function openFile(config: Config): DatabaseSync {
  const database = new DatabaseSync(config.string('DB_NAME', 'pingpong.sqlite'), { timeout: 5000 })
  database.exec('PRAGMA journal_mode = WAL')
  return database
}
