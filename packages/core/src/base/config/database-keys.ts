import type { Config } from './config.ts'
import type { ConnectionKeys } from './connection-failures.ts'

/** The keys that configure a database. */
export interface DatabaseKeys extends ConnectionKeys {
  readonly kind: string
  readonly host: string
  readonly port: string
  readonly database: string
  readonly ca: string
  readonly cert: string
  readonly key: string
  readonly poolSize: string
  readonly connectTimeout: string
  readonly statementTimeout: string
  readonly applicationName: string
  readonly pooler: string
}

/** The keys of the main database. */
export const mainKeys: DatabaseKeys = {
  url: 'DATABASE_URL',
  kind: 'DB_CONNECTION',
  host: 'DB_HOST',
  port: 'DB_PORT',
  user: 'DB_USER',
  password: 'DB_PASSWORD',
  database: 'DB_NAME',
  tls: 'DB_TLS',
  ca: 'DB_TLS_CA',
  cert: 'DB_TLS_CERT',
  key: 'DB_TLS_KEY',
  poolSize: 'DB_POOL_SIZE',
  connectTimeout: 'DB_CONNECT_TIMEOUT',
  statementTimeout: 'DB_STATEMENT_TIMEOUT',
  applicationName: 'DB_APPLICATION_NAME',
  pooler: 'DB_POOLER',
}

/** Returns the keys of a named database: `reporting` has DB_REPORTING_URL, DB_REPORTING_HOST and so on. */
export function keysOf(name: string): DatabaseKeys {
  const prefix = `DB_${name.toUpperCase()}_`
  const entries = Object.entries(mainKeys).map(([part, key]: [string, string]) => [
    part,
    key.replace(/^(?:DATABASE|DB)_/u, prefix),
  ])
  return Object.fromEntries(entries) as DatabaseKeys
}

/** True if a named database may have this name. The keys of a reserved name already belong to the main database. */
export function isDatabaseName(name: string): boolean {
  return /^[a-z][a-z\d]*(?:_[a-z\d]+)*$/u.test(name) && !reserved.has(name)
}

const reserved = new Set(['application', 'migration'])

/** Returns the names of the named databases. Each has a URL, or a kind such as `DB_REPORTING_CONNECTION=postgres`. */
export function databaseNames(config: Config): string[] {
  const names = config.keys().flatMap((key) => {
    const [, name] = /^DB_([A-Z\d_]+)_(?:URL|CONNECTION)$/u.exec(key) ?? []
    return name !== undefined && config.string(key) !== '' ? [name.toLowerCase()] : []
  })
  return [...new Set(names)].filter(isDatabaseName).toSorted()
}
