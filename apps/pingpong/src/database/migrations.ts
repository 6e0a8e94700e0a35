import { MigrationConnection } from '@fw/migrate'
import type { Config } from '@fw/core'
import { driverOf } from './database.ts'

/** Migrations reach the database where the application does, with its defaults. */
export class Migrations extends MigrationConnection {
  async open(config: Config): Promise<object> {
    return (await driverOf(config)).openOne(config)
  }
}
