import type { DatabaseSync } from 'node:sqlite'
import { reflect, type ApplicationPlace, type Class, type Config } from '@fw/core'
import {
  explainFailure,
  hasDatabase,
  hasMigrationDatabase,
  mainKeys,
  readMigrationDatabase,
  type DatabaseServer,
  type DatabaseSettings,
} from '@fw/core/internals'
import { mysqlOptions, postgresOptions, requireDriver } from '@fw/query/configured'
import { configureConnection, dialectOf, UnknownConnection, type DialectName } from '@fw/query'
import type { Connection } from 'mysql2/promise'
import type { Client } from 'pg'
import {
  DatabaseUnreachable,
  InvalidConnection,
  MigrationsPooled,
  UnusableDatabase,
} from '../errors.ts'
import { MigrationConnection } from './migration-connection.ts'
import type { MigrationSession } from './migration-session.ts'
import { openMysqlSession } from './mysql-session.ts'
import { openPostgresSession } from './postgres-session.ts'
import { openSqliteSession } from './sqlite-session.ts'

/**
 * Opens a session on the database of the application: with its `MigrationConnection`, or else with
 * DATABASE_MIGRATION_URL, DATABASE_URL or DB_CONNECTION and so on, at DB_MIGRATION_HOST and DB_MIGRATION_PORT if they
 * are set. Throws `InvalidConnection`, `UnusableDatabase`, `MigrationsPooled`, `DriverNotInstalled` or
 * `DatabaseUnreachable`.
 */
export async function openSession(
  place: ApplicationPlace,
  config: Config,
): Promise<MigrationSession> {
  const [own, other] = (await place.classes()).filter(isOwnConnection)
  if (!own) {
    const database = readUsable(config)
    requireDriver(database.kind)
    const connection = await reach(database)
    configureConnection(connection, unprepared)
    return sessions[database.kind](connection)
  }
  if (other) {
    const problem = `${own.name} already exists, at ${reflect(own).at}. Keep one.`
    throw new InvalidConnection(other.name, reflect(other).at, problem)
  }
  return sessionOf(own, await new own().open(config))
}

function readUsable(config: Config): DatabaseSettings {
  if (!hasDatabase(config) && !hasMigrationDatabase(config)) {
    throw new UnusableDatabase(
      'No database is configured. Set DATABASE_URL, or DB_CONNECTION, DB_NAME and so on.',
    )
  }
  const database = readMigrationDatabase(config)
  if (database.kind !== 'sqlite') {
    if (database.isPooled) throw new MigrationsPooled()
  } else if (database.file === ':memory:') {
    throw new UnusableDatabase(
      'A database in memory exists for one connection only, so the application would not see its migrations. Set DB_NAME to a file.',
    )
  }
  return database
}

/** The database may be behind a pooler that does not support prepared statements. */
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
      'open returns a pool, but migrations need a single connection. Open a Client of pg, a Connection of mysql2/promise or a DatabaseSync of node:sqlite.',
    )
  }
  try {
    return sessions[dialectOf(connection)](connection)
  } catch (error) {
    if (!(error instanceof UnknownConnection)) throw error
    throw new InvalidConnection(
      name,
      at,
      'open returns an object that migrations cannot run on. Open a Client of pg, a Connection of mysql2/promise or a DatabaseSync of node:sqlite.',
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

function open(database: DatabaseSettings): Promise<object> {
  if (database.kind === 'sqlite') return openFile(database.file)
  return database.kind === 'postgres' ? openPostgres(database) : openMysql(database)
}

async function openFile(file: string): Promise<object> {
  const { DatabaseSync } = await import('node:sqlite')
  // Waits in steps of a second, so that signals are handled in between.
  return new DatabaseSync(file, { timeout: 1000 })
}

async function openPostgres(server: DatabaseServer): Promise<object> {
  const { Client } = await import('pg')
  const client = new Client({ application_name: 'fw migrate', ...postgresOptions(server) })
  await client.connect()
  return client
}

async function openMysql(server: DatabaseServer): Promise<object> {
  const { createConnection } = await import('mysql2/promise')
  const { connectionLimit: _, ...options } = mysqlOptions(server)
  return createConnection(options)
}

/** Throws {@link DatabaseUnreachable}. */
async function reach(database: DatabaseSettings): Promise<object> {
  try {
    return await open(database)
  } catch (error) {
    const reason = explainFailure(error, mainKeys)
    if (database.kind === 'sqlite' || reason === undefined) throw error
    throw new DatabaseUnreachable(`${database.host}:${database.port}`, reason, error)
  }
}
