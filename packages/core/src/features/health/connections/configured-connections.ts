import { existsSync } from 'node:fs'
import { explainFailure, type ConnectionKeys } from '../../../base/config/connection-failures.ts'
import type { Config } from '../../../base/config/config.ts'
import { databaseNames, keysOf, mainKeys } from '../../../base/config/database-keys.ts'
import {
  hasDatabase,
  hasMigrationDatabase,
  readDatabase,
  readMigrationDatabase,
  type DatabaseSettings,
} from '../../../base/config/database-settings.ts'
import { hasRedis, readRedis } from '../../../base/config/redis-settings.ts'
import { RedisConnection } from '../../../base/redis/redis-connection.ts'
import { databaseFacts, redisFacts, type ConnectionFacts } from './connection-facts.ts'

/** A configured connection to a database or Redis. */
export interface ConfiguredConnection {
  /** `database`, `migrations`, `redis`, or the name of a database. */
  readonly name: string
  /** The settings that may be shown; undefined if they cannot be read. `check` then rejects with the reason. */
  readonly facts: ConnectionFacts | undefined
  /** The package that `check` needs; undefined if it needs no package. */
  readonly requiredPackage: string | undefined
  /** Loads the driver, unless the file of an SQLite database does not exist yet. */
  load(): Promise<unknown>
  /**
   * Connects and runs a trivial query, unless `load` loads nothing. If the cause of a failure is known, the error
   * explains how to fix it.
   */
  check(): Promise<unknown>
  close(): Promise<unknown>
}

/** A database that can be checked. */
export interface CheckableDatabase {
  check(): Promise<unknown>
  close(): Promise<unknown>
}

/**
 * Loads the driver of a database. The connection is opened by the first check. `tlsKey` is the name of its TLS setting,
 * for errors.
 */
export type OpenDatabase = (
  settings: DatabaseSettings,
  tlsKey: string,
) => Promise<CheckableDatabase>

/** The part of an extension that opens databases. */
export interface DatabaseOpener {
  readonly openDatabase?: OpenDatabase
}

/** Returns the first extension's function that opens databases; undefined if no extension has one. */
export function findDatabaseOpener(
  extensions: readonly DatabaseOpener[],
): OpenDatabase | undefined {
  return extensions.find((extension) => extension.openDatabase)?.openDatabase
}

/**
 * Returns the configured connections. `openDatabase` comes from @fw/query; without it, databases are listed with that
 * package in `requiredPackage`.
 */
export function configuredConnections(
  config: Config,
  openDatabase: OpenDatabase | undefined,
): ConfiguredConnection[] {
  const database = (name: string, keys: ConnectionKeys, read: () => DatabaseSettings) =>
    createConnection(name, () => databaseConnection(name, keys, read(), openDatabase))
  return [
    ...(hasDatabase(config) ? [database('database', mainKeys, () => readDatabase(config))] : []),
    ...(hasMigrationDatabase(config)
      ? [database('migrations', migrationKeys, () => readMigrationDatabase(config))]
      : []),
    ...databaseNames(config).map((name) =>
      database(name, keysOf(name), () => readDatabase(config, keysOf(name))),
    ),
    ...(hasRedis(config) ? [createConnection('redis', () => redisConnection(config))] : []),
  ]
}

const migrationKeys = {
  ...mainKeys,
  url: 'DATABASE_MIGRATION_URL',
  host: 'DB_MIGRATION_HOST',
  port: 'DB_MIGRATION_PORT',
}

/** Creates a connection. If its settings cannot be read, returns a connection whose check rejects with the reason. */
function createConnection(name: string, create: () => ConfiguredConnection): ConfiguredConnection {
  try {
    return create()
  } catch (error) {
    const check = () => Promise.reject(error as Error)
    const nothing = async () => {}
    return {
      name,
      facts: undefined,
      requiredPackage: undefined,
      load: nothing,
      check,
      close: nothing,
    }
  }
}

function databaseConnection(
  name: string,
  keys: ConnectionKeys,
  settings: DatabaseSettings,
  open: OpenDatabase | undefined,
): ConfiguredConnection {
  const facts = databaseFacts(settings)
  let opened: Promise<CheckableDatabase> | undefined
  // A check does not create the file of SQLite: the application creates it when it first runs a query.
  const exists = () => settings.kind !== 'sqlite' || existsSync(settings.file)
  const load = async () => (exists() ? (opened ??= open?.(settings, keys.tls)) : undefined)
  const check = async () => {
    try {
      await (await load())?.check()
    } catch (error) {
      const reason = explainFailure(error, keys)
      throw reason === undefined ? error : new ConnectionFailed(reason, error)
    }
  }
  const close = async () => (await opened)?.close()
  return {
    name,
    facts,
    requiredPackage: open ? drivers[settings.kind] : '@fw/query',
    load,
    check,
    close,
  }
}

const drivers = { postgres: 'pg', mysql: 'mysql2', sqlite: undefined }

function redisConnection(config: Config): ConfiguredConnection {
  const { connection } = readRedis(config)
  const redis = new RedisConnection(connection)
  return {
    name: 'redis',
    facts: redisFacts(connection),
    requiredPackage: 'ioredis',
    load: () => redis.client(),
    check: () => redis.ping(),
    close: () => redis.close(),
  }
}

/** Thrown if a connection to a database fails for a known reason. */
class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed'

  constructor(reason: string, cause: unknown) {
    super(reason, { cause })
  }
}
