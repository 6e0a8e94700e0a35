import { HealthCheck } from '@fw/core'
import { runStatement } from '@fw/query'
import { statfs } from 'node:fs/promises'
import { Database } from './database.ts'

export class Checks {
  @HealthCheck('database')
  async database(database: Database) {
    await runStatement(database.connection, 'SELECT 1')
  }

  @HealthCheck('disk', { probe: 'report', timeout: '500ms' })
  async disk() {
    const { bavail, bsize } = await statfs('.')
    if (bavail * bsize < 1_000_000) {
      throw new Error('less than 1 MB is free')
    }
    return { freeBytes: bavail * bsize }
  }
}
