import type { DatabaseSettings } from '@fw/core/internals'
import { runStatement } from '../builder/run-statement.ts'
import { QueryFailed } from '../connection/query-failed.ts'
import { createDatabase } from './database.ts'

/**
 * Creates a database with a single connection, and loads its driver. Opens the file of SQLite, but
 * connects to a server only at the first `check()`.
 */
export async function openCheckedDatabase(settings: DatabaseSettings, tlsKey: string) {
  const singleConnection = settings.kind === 'sqlite' ? settings : { ...settings, poolSize: 1 }
  const database = createDatabase(singleConnection, tlsKey)
  await database.connection()
  return {
    /** Rejects with the driver's error if the database cannot be used. */
    async check(): Promise<void> {
      try {
        await runStatement(database, 'SELECT 1')
      } catch (error) {
        throw error instanceof QueryFailed ? error.driverError : error
      }
    },
    close: () => database.close(),
  }
}
