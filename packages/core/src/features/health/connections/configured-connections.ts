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
  /** The connection facts; undefined if the settings cannot be read. `check` then rejects with the reason. */
  readonly facts: ConnectionFacts | undefined
  /** The package that `check` needs; undefined if it needs none. */
  readonly needs: string | undefined
  /** Loads the driver. */
  load(): Promise<unknown>
  /** Connects and runs a trivial query. Rejects with an error that names the setting to change. */
  check(): Promise<unknown>
  close(): Promise<unknown>
}

/** A database that can be checked. */
export interface CheckedDatabase {
  check(): Promise<unknown>
  close(): Promise<unknown>
}

/**
 * Loads the driver of a database. The connection is opened by the first check. `tlsKey` is the name of its TLS setting,
 * for errors.
 */
export type OpenDatabase = (settings: DatabaseSettings, tlsKey: string) => Promise<CheckedDatabase>

/** The part of an extension that opens databases. */
export interface OpensDatabases {
  readonly openDatabase?: OpenDatabase
}

/** Returns the first extension's function that opens databases; undefined if no extension has one. */
export function openerAmong(extensions: readonly OpensDatabases[]): OpenDatabase | undefined {
  return extensions.find((extension) => extension.openDatabase)?.openDatabase
}

/**
 * Returns the configured connections. `openDatabase` comes from @fw/query; without it, databases are listed with that
 * package in `needs`.
 */
export function configuredConnections(
  config: Config,
  openDatabase: OpenDatabase | undefined,
): ConfiguredConnection[] {
  const database = (name: string, keys: ConnectionKeys, read: () => DatabaseSettings) =>
    listed(name, () => databaseConnection(name, keys, read(), openDatabase))
  return [
    ...(hasDatabase(config) ? [database('database', mainKeys, () => readDatabase(config))] : []),
    ...(hasMigrationDatabase(config)
      ? [database('migrations', migrationKeys, () => readMigrationDatabase(config))]
      : []),
    ...databaseNames(config).map((name) =>
      database(name, keysOf(name), () => readDatabase(config, keysOf(name))),
    ),
    ...(hasRedis(config) ? [listed('redis', () => redisConnection(config))] : []),
  ]
}

const migrationKeys = {
  ...mainKeys,
  url: 'DATABASE_MIGRATION_URL',
  host: 'DB_MIGRATION_HOST',
  port: 'DB_MIGRATION_PORT',
}

/** Lists a connection even if its settings cannot be read. */
function listed(name: string, create: () => ConfiguredConnection): ConfiguredConnection {
  try {
    return create()
  } catch (error) {
    const check = () => Promise.reject(error as Error)
    const nothing = async () => {}
    return { name, facts: undefined, needs: undefined, load: nothing, check, close: nothing }
  }
}

function databaseConnection(
  name: string,
  keys: ConnectionKeys,
  settings: DatabaseSettings,
  open: OpenDatabase | undefined,
): ConfiguredConnection {
  const facts = databaseFacts(settings)
  let opened: Promise<CheckedDatabase> | undefined
  // For SQLite, the application creates the file when it first runs a query.
  const isThere = () => settings.kind !== 'sqlite' || existsSync(settings.file)
  const load = async () => (isThere() ? (opened ??= open?.(settings, keys.tls)) : undefined)
  const check = async () => {
    try {
      await (await load())?.check()
    } catch (error) {
      const reason = explainFailure(error, keys)
      throw reason === undefined ? error : new ConnectionFailed(reason, error)
    }
  }
  const close = async () => (await opened)?.close()
  return { name, facts, needs: open ? drivers[settings.kind] : '@fw/query', load, check, close }
}

const drivers = { postgres: 'pg', mysql: 'mysql2', sqlite: undefined }

function redisConnection(config: Config): ConfiguredConnection {
  const { connection } = readRedis(config)
  const redis = new RedisConnection(connection)
  return {
    name: 'redis',
    facts: redisFacts(connection),
    needs: 'ioredis',
    load: () => redis.client(),
    check: () => redis.ping(),
    close: () => redis.close(),
  }
}

/** Thrown if a configured connection fails. */
class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed'

  constructor(reason: string, cause: unknown) {
    super(reason, { cause })
  }
}
