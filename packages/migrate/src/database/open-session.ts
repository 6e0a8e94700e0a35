import type { DatabaseSync } from 'node:sqlite'
import { reflect, type ApplicationPlace, type Class, type Config } from 'fw'
import { configureConnection, dialectOf, UnknownConnection, type DialectName } from '@fw/query'
import type { Connection } from 'mysql2/promise'
import type { Client } from 'pg'
import { DatabaseUnreachable, InvalidConnection } from '../errors.ts'
import { MigrationConnection } from './migration-connection.ts'
import type { MigrationSession } from './migration-session.ts'
import { openMysqlSession } from './mysql-session.ts'
import { openPostgresSession } from './postgres-session.ts'
import { openSqliteSession } from './sqlite-session.ts'

/**
 * A session on the database of the application: by its `MigrationConnection`, else by DB_CONNECTION, DB_NAME and so on,
 * reached at DB_MIGRATION_HOST and DB_MIGRATION_PORT where they are set. Throws `InvalidConnection`.
 */
export async function openSession(
  place: ApplicationPlace,
  config: Config,
): Promise<MigrationSession> {
  const [own, other] = (await place.classes()).filter(isOwnConnection)
  if (!own) {
    const kind = config.oneOf('DB_CONNECTION', ['sqlite', 'postgres', 'mysql'], 'sqlite')
    const connection = await reach(kind, config)
    configureConnection(connection, unprepared)
    return sessions[kind](connection)
  }
  if (other) {
    const problem = `there is ${own.name} already, at ${reflect(own).at}. Keep one.`
    throw new InvalidConnection(other.name, reflect(other).at, problem)
  }
  return sessionOf(own, await new own().open(config))
}

/** A pooler in between need not know prepared statements. */
const unprepared = { preparedStatements: 0 }

type OwnConnection = new () => MigrationConnection

function isOwnConnection(type: Class): type is OwnConnection {
  return type.prototype instanceof MigrationConnection && !reflect(type).isAbstract
}

function sessionOf(own: OwnConnection, connection: object): Promise<MigrationSession> {
  const { name, at } = reflect(own)
  configureConnection(connection, unprepared)
  if ('totalCount' in connection || 'getConnection' in connection) {
    throw new InvalidConnection(
      name,
      at,
      'open gives a pool, whose connections take turns. Open a Client of pg, a Connection of mysql2/promise or a DatabaseSync of node:sqlite.',
    )
  }
  try {
    return sessions[dialectOf(connection)](connection)
  } catch (error) {
    if (!(error instanceof UnknownConnection)) throw error
    throw new InvalidConnection(
      name,
      at,
      'open gives what migrations cannot run on. Open a Client of pg, a Connection of mysql2/promise or a DatabaseSync of node:sqlite.',
    )
  }
}

const sessions: Record<DialectName, (connection: object) => Promise<MigrationSession>> = {
  postgres(connection) {
    const client = connection as Client
    return openPostgresSession(client, () => client.end())
  },

  mysql(connection) {
    const client = connection as Connection
    return openMysqlSession(client, () => client.end())
  },

  sqlite(connection) {
    const database = connection as DatabaseSync
    return openSqliteSession(database, async () => database.close())
  },
}

const openers = {
  async sqlite(config: Config) {
    const { DatabaseSync } = await import('node:sqlite')
    // Waiting is done in steps of a second, between which the process hears what it is asked.
    return new DatabaseSync(config.string('DB_NAME'), { timeout: 1000 })
  },

  async postgres(config: Config) {
    const server = serverOf(config, 5432)
    const { Client } = await import('pg')
    const client = new Client({ ...server, application_name: 'fw migrate' })
    await client.connect()
    return client
  },

  async mysql(config: Config) {
    const server = serverOf(config, 3306)
    const { createConnection } = await import('mysql2/promise')
    return createConnection({ ...server, timezone: 'Z' })
  },
}

/** Throws {@link DatabaseUnreachable}. */
async function reach(kind: keyof typeof openers, config: Config): Promise<object> {
  try {
    return await openers[kind](config)
  } catch (error) {
    const { code = '' } = error as { readonly code?: string }
    if (!/^(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/.test(code)) {
      throw error
    }
    const { host, port } = serverOf(config, kind === 'mysql' ? 3306 : 5432)
    throw new DatabaseUnreachable(`${host}:${port}`, code, error)
  }
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
