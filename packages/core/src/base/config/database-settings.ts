import type { Config } from './config.ts'
import { ConfigConflict } from './config-conflict.ts'
import { mainKeys, type DatabaseKeys } from './database-keys.ts'
import { NotBehindPooler } from './not-behind-pooler.ts'
import { readUrl, refuseConflicts, serverOf } from './read-url.ts'
import { readTls, type TlsMode, type TlsSettings, type UrlTls } from './tls-settings.ts'

/** The settings of a database: an SQLite file or a server. */
export type DatabaseSettings = DatabaseFile | DatabaseServer

/** An SQLite file. */
export interface DatabaseFile {
  readonly kind: 'sqlite'
  readonly file: string
}

/** A database server, with the options of its connections. */
export interface DatabaseServer {
  readonly kind: 'postgres' | 'mysql'
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  /** The TLS settings; undefined if TLS is off. */
  readonly tls: TlsSettings | undefined
  /** The number of connections in the pool; undefined for the driver's default. */
  readonly poolSize: number | undefined
  /** The time limit for connecting, in ms; undefined for the driver's default. */
  readonly connectTimeout: number | undefined
  /** The time limit for a query, in ms; undefined for the limit that the server sets. PostgreSQL only. */
  readonly statementTimeout: number | undefined
  /** The application name that the database server shows for its connections. */
  readonly applicationName: string | undefined
  /** True if a pooler may use a different connection for each transaction. */
  readonly isPooled: boolean
}

const kinds = ['sqlite', 'postgres', 'mysql'] as const

const kindOfScheme: Readonly<Record<string, (typeof kinds)[number]>> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
  sqlite: 'sqlite',
}

const schemes = Object.keys(kindOfScheme)

/**
 * Reads the URL of a database, or its separate keys. Throws `ConfigConflict` if the URL of a server and a key differ,
 * or if a server is configured without its kind. Throws `NotBehindPooler` for a query time limit behind a pooler.
 */
export function readDatabase(config: Config, keys: DatabaseKeys = mainKeys): DatabaseSettings {
  const url = readUrl(config, keys.url, schemes)
  const database = url ? fromUrl(config, url, keys) : fromKeys(config, keys)
  if (database.kind === 'sqlite') {
    if (url) refuseConflicts(config, keys.url, { [keys.kind]: database.kind })
    return database
  }
  if (database.isPooled && database.statementTimeout !== undefined) {
    throw new NotBehindPooler(keys.statementTimeout, keys.pooler)
  }
  if (url) {
    refuseConflicts(config, keys.url, {
      [keys.kind]: database.kind,
      [keys.host]: database.host,
      [keys.port]: database.port,
      [keys.user]: database.user,
      [keys.password]: database.password,
      [keys.database]: database.database,
    })
  }
  return database
}

/** Reads the database settings for migrations. Their connections may bypass a pooler. */
export function readMigrationDatabase(config: Config): DatabaseSettings {
  const url = readUrl(config, 'DATABASE_MIGRATION_URL', schemes)
  const database = url ? fromUrl(config, url, mainKeys) : readDatabase(config)
  if (database.kind === 'sqlite') return database
  if (url) return { ...database, isPooled: isBehindPooler(url) }
  return {
    ...database,
    host: config.string('DB_MIGRATION_HOST', database.host),
    port: config.int('DB_MIGRATION_PORT', database.port),
    isPooled: database.isPooled && !hasMigrationDatabase(config),
  }
}

/** True if keys for the database connection of migrations are set. */
export function hasMigrationDatabase(config: Config): boolean {
  return ['DATABASE_MIGRATION_URL', 'DB_MIGRATION_HOST', 'DB_MIGRATION_PORT'].some(isSet(config))
}

/** True if the main database is configured. */
export function hasDatabase(config: Config): boolean {
  return [mainKeys.url, mainKeys.kind, mainKeys.database].some(isSet(config))
}

function isSet(config: Config): (key: string) => boolean {
  return (key) => config.string(key, '') !== ''
}

function fromUrl(config: Config, url: URL, keys: DatabaseKeys): DatabaseSettings {
  const kind = kindOfScheme[url.protocol.slice(0, -1)] as (typeof kinds)[number]
  if (kind === 'sqlite') return { kind, file: fileOf(url) }
  const server = serverOf(url, defaultPorts[kind])
  return {
    kind,
    ...server,
    host: url.searchParams.get('host') ?? server.host,
    database: decodeURIComponent(url.pathname.slice(1)),
    ...optionsOf(config, keys, url),
  }
}

const defaultPorts = { postgres: 5432, mysql: 3306 }

function fromKeys(config: Config, keys: DatabaseKeys): DatabaseSettings {
  const kind = config.oneOf(keys.kind, kinds, 'sqlite')
  if (kind === 'sqlite') {
    refuseServer(config, keys)
    return { kind, file: config.string(keys.database) }
  }
  return {
    kind,
    host: config.string(keys.host, '127.0.0.1'),
    port: config.int(keys.port, defaultPorts[kind]),
    user: config.string(keys.user),
    password: config.string(keys.password, ''),
    database: config.string(keys.database),
    ...optionsOf(config, keys),
  }
}

/** Throws if a server key is set, but not the kind: the key of the kind is probably misspelt or missing. */
function refuseServer(config: Config, { kind, host, port, user, password }: DatabaseKeys): void {
  const isKeySet = isSet(config)
  const key = [host, port, user, password].find(isKeySet)
  if (key === undefined || isKeySet(kind)) return
  throw new ConfigConflict(
    key,
    kind,
    `${key} is set, but ${kind} is not, which means SQLite. Set ${kind}=postgres or mysql, or remove ${key}.`,
  )
}

function optionsOf(config: Config, keys: DatabaseKeys, url?: URL) {
  const { tls: mode, ca, cert, key } = keys
  const pooler = config.oneOf(keys.pooler, ['transaction'], undefined)
  return {
    tls: readTls(config, { mode, ca, cert, key }, url && tlsOf(url)),
    poolSize: config.int(keys.poolSize, undefined),
    connectTimeout: config.duration(keys.connectTimeout, undefined),
    statementTimeout: config.duration(keys.statementTimeout, undefined),
    applicationName: config.string(keys.applicationName, undefined),
    isPooled: pooler !== undefined || isBehindPooler(url),
  }
}

/** True if a URL has `pgbouncer=true`, which marks a pooler in transaction mode. */
function isBehindPooler(url: URL | undefined): boolean {
  return url?.searchParams.get('pgbouncer') === 'true'
}

/** Returns the file in a URL such as `sqlite:app.db`, `sqlite:///data/app.db` or `sqlite::memory:`. */
function fileOf(url: URL): string {
  return decodeURIComponent(url.host + url.pathname)
}

/** Reads the TLS parameters that providers put into their URLs. */
function tlsOf({ searchParams }: URL): UrlTls {
  const mode =
    searchParams.get('sslmode') ??
    searchParams.get('ssl-mode') ??
    searchParams.get('sslaccept') ??
    searchParams.get('ssl') ??
    searchParams.get('tls')
  return {
    mode: mode === null ? undefined : (modes[mode.toLowerCase().replaceAll('_', '-')] ?? 'verify'),
    ca: searchParams.get('sslrootcert') ?? searchParams.get('ssl-ca') ?? undefined,
    cert: searchParams.get('sslcert') ?? searchParams.get('ssl-cert') ?? undefined,
    key: searchParams.get('sslkey') ?? searchParams.get('ssl-key') ?? undefined,
  }
}

/** The TLS modes of libpq, MySQL and Prisma. Modes that may fall back to an unencrypted connection require TLS here. */
const modes: Readonly<Record<string, TlsMode>> = {
  disable: 'disable',
  disabled: 'disable',
  false: 'disable',
  '0': 'disable',
  allow: 'require',
  prefer: 'require',
  preferred: 'require',
  require: 'require',
  required: 'require',
  'no-verify': 'require',
  'accept-invalid-certs': 'require',
  'verify-ca': 'verify-ca',
  'verify-full': 'verify',
  'verify-identity': 'verify',
  strict: 'verify',
}
