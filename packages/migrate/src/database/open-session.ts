import type { Config } from 'fw'
import type { MigrationSession } from './migration-session.ts'
import { openMysqlSession } from './mysql-session.ts'
import { openPostgresSession } from './postgres-session.ts'
import { openSqliteSession } from './sqlite-session.ts'

/** The database of DB_CONNECTION, DB_NAME and so on, reached at DB_MIGRATION_HOST and DB_MIGRATION_PORT where they are set. */
export function openConfiguredSession(config: Config): Promise<MigrationSession> {
  const kind = config.oneOf('DB_CONNECTION', ['sqlite', 'postgres', 'mysql'], 'sqlite')
  return openers[kind](config)
}

const openers = {
  async sqlite(config: Config) {
    const { DatabaseSync } = await import('node:sqlite')
    // Waiting is done in steps of a second, between which the process hears what it is asked.
    const database = new DatabaseSync(config.string('DB_NAME'), { timeout: 1000 })
    return openSqliteSession(database, async () => database.close())
  },

  async postgres(config: Config) {
    const server = serverOf(config, 5432)
    const { Client } = await import('pg')
    const client = new Client({ ...server, application_name: 'fw migrate' })
    await client.connect()
    return openPostgresSession(client, () => client.end())
  },

  async mysql(config: Config) {
    const server = serverOf(config, 3306)
    const { createConnection } = await import('mysql2/promise')
    const connection = await createConnection({ ...server, timezone: 'Z' })
    return openMysqlSession(connection, () => connection.end())
  },
}

function serverOf(config: Config, port: number) {
  return {
    host: config.string('DB_MIGRATION_HOST', config.string('DB_HOST', '127.0.0.1')),
    port: config.int('DB_MIGRATION_PORT', config.int('DB_PORT', port)),
    user: config.string('DB_USER'),
    password: config.string('DB_PASSWORD', ''),
    database: config.string('DB_NAME'),
  }
}
