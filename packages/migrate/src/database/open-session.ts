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
 * Opens a session on the database of the application. Uses its `MigrationConnection`, or else DATABASE_MIGRATION_URL,
 * DATABASE_URL, or DB_CONNECTION and the other `DB_*` settings. DB_MIGRATION_HOST and DB_MIGRATION_PORT replace the
 * host and the port, except those of DATABASE_MIGRATION_URL. Throws `InvalidConnection`, `UnusableDatabase`,
 * `MigrationsPooled`, `DriverNotInstalled`, `HostNotVerifiable` or `DatabaseUnreachable`.
 */
export async function openSession(
  place: ApplicationPlace,
  config: Config,
): Promise<MigrationSession> {
  const [connectionClass, duplicate] = (await place.classes()).filter(isConnectionClass)
  if (!connectionClass) {
    const database = readSettings(config)
    requireDriver(database.kind)
    const connection = await connect(database)
    configureConnection(connection, unprepared)
    return openers[database.kind](connection)
  }
  if (duplicate) {
    const problem = `${connectionClass.name} (${reflect(connectionClass).at}) is a MigrationConnection, too. Keep one.`
    throw new InvalidConnection(duplicate.name, reflect(duplicate).at, problem)
  }
  return sessionOf(connectionClass, await new connectionClass().open(config))
}

function readSettings(config: Config): DatabaseSettings {
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
      'A database in memory exists for one connection only, so the application would not see its migrations. Set DATABASE_URL or DB_NAME to a file.',
    )
  }
  return database
}

/** Disables prepared statements, because the database may be behind a pooler that does not support them. */
const unprepared = { preparedStatements: 0 }

type ConnectionClass = new () => MigrationConnection

function isConnectionClass(type: Class): type is ConnectionClass {
  return type.prototype instanceof MigrationConnection && !reflect(type).isAbstract
}

function sessionOf(
  connectionClass: ConnectionClass,
  connection: object,
): Promise<MigrationSession> {
  const { name, at } = reflect(connectionClass)
  configureConnection(connection, unprepared)
  if ('totalCount' in connection || 'getConnection' in connection) {
    throw new InvalidConnection(
      name,
      at,
      'open returns a pool, but migrations need a single connection. Open a Client of pg, a Connection of mysql2/promise or a DatabaseSync of node:sqlite.',
    )
  }
  try {
    return openers[dialectOf(connection)](connection)
  } catch (error) {
    if (!(error instanceof UnknownConnection)) throw error
    throw new InvalidConnection(
      name,
      at,
      'open returns an object that migrations cannot run on. Open a Client of pg, a Connection of mysql2/promise or a DatabaseSync of node:sqlite.',
    )
  }
}

const openers: Record<DialectName, (connection: object) => Promise<MigrationSession>> = {
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
  // Waiting for a lock blocks the process. After a second, the caller handles signals, and tries again.
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

/**
 * Opens a connection. Throws {@link DatabaseUnreachable} if the reason can be explained, or else the driver's error.
 */
async function connect(database: DatabaseSettings): Promise<object> {
  try {
    return await open(database)
  } catch (error) {
    const reason = explainFailure(error, mainKeys)
    if (database.kind === 'sqlite' || reason === undefined) throw error
    throw new DatabaseUnreachable(`${database.host}:${database.port}`, reason, error)
  }
}
