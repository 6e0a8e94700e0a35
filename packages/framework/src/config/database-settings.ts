import type { Config } from './config.ts'
import { readUrl, refuseConflicts, serverOf } from './read-url.ts'
import { readTls, type TlsMode, type TlsSettings, type UrlTls } from './tls-settings.ts'

/** The database of the application: a file of SQLite, or a server. */
export type DatabaseSettings = DatabaseFile | DatabaseServer

/** A file of SQLite. */
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
  /** Undefined without TLS. */
  readonly tls: TlsSettings | undefined
  /** Connections of a pool; undefined for the default of the driver. */
  readonly poolSize: number | undefined
  /** How long connecting may take, in ms; undefined for the default of the driver. */
  readonly connectTimeout: number | undefined
  /** How long a query may take, in ms; undefined for no limit. PostgreSQL only. */
  readonly statementTimeout: number | undefined
  /** The name that the server lists for its connections. */
  readonly applicationName: string | undefined
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

/** Reads DATABASE_URL, or DB_CONNECTION, DB_NAME and so on. Throws `ConfigConflict` if both are set and differ. */
export function readDatabase(config: Config): DatabaseSettings {
  const url = readUrl(config, 'DATABASE_URL', schemes)
  return url ? ofUrl(config, url) : ofKeys(config)
}

/** Reads the database for migrations, which may be reached at another address than a pooler. */
export function readMigrationDatabase(config: Config): DatabaseSettings {
  const url = readUrl(config, 'DATABASE_MIGRATION_URL', schemes)
  if (url) return ofUrl(config, url, false)
  const database = readDatabase(config)
  if (database.kind === 'sqlite') return database
  return {
    ...database,
    host: config.string('DB_MIGRATION_HOST', database.host),
    port: config.int('DB_MIGRATION_PORT', database.port),
  }
}

/** True if the configuration names a database. */
export function hasDatabase(config: Config): boolean {
  return ['DATABASE_URL', 'DB_CONNECTION', 'DB_NAME'].some((key) => config.has(key))
}

function ofUrl(config: Config, url: URL, isCompared = true): DatabaseSettings {
  const kind = kindOfScheme[url.protocol.slice(0, -1)] as (typeof kinds)[number]
  if (kind === 'sqlite') return { kind, file: fileOf(url) }
  const named = serverOf(url, defaultPorts[kind])
  const server = {
    kind,
    ...named,
    host: url.searchParams.get('host') ?? named.host,
    database: decodeURIComponent(url.pathname.slice(1)),
  }
  if (isCompared) {
    refuseConflicts(config, 'DATABASE_URL', {
      DB_CONNECTION: kind,
      DB_HOST: server.host,
      DB_PORT: server.port,
      DB_USER: server.user,
      DB_PASSWORD: server.password,
      DB_NAME: server.database,
    })
  }
  return { ...server, ...optionsOf(config, tlsOf(url)) }
}

const defaultPorts = { postgres: 5432, mysql: 3306 }

function ofKeys(config: Config): DatabaseSettings {
  const kind = config.oneOf('DB_CONNECTION', kinds, 'sqlite')
  if (kind === 'sqlite') return { kind, file: config.string('DB_NAME') }
  return {
    kind,
    host: config.string('DB_HOST', '127.0.0.1'),
    port: config.int('DB_PORT', defaultPorts[kind]),
    user: config.string('DB_USER'),
    password: config.string('DB_PASSWORD', ''),
    database: config.string('DB_NAME'),
    ...optionsOf(config, {}),
  }
}

function optionsOf(config: Config, url: UrlTls) {
  const keys = { mode: 'DB_TLS', ca: 'DB_TLS_CA', cert: 'DB_TLS_CERT', key: 'DB_TLS_KEY' }
  return {
    tls: readTls(config, keys, url),
    poolSize: config.int('DB_POOL_SIZE', undefined),
    connectTimeout: config.duration('DB_CONNECT_TIMEOUT', undefined),
    statementTimeout: config.duration('DB_STATEMENT_TIMEOUT', undefined),
    applicationName: config.string('DB_APPLICATION_NAME', undefined),
  }
}

/** `sqlite:app.db`, `sqlite:///data/app.db` and `sqlite::memory:`. */
function fileOf(url: URL): string {
  return decodeURIComponent(url.host + url.pathname)
}

/** Reads the parameters that providers put into their URLs. */
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

/** Modes of libpq, MySQL and Prisma. Those that may fall back to plain text require TLS here. */
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
