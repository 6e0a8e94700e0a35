import type { DatabaseSettings } from '../../../base/config/database-settings.ts'
import type { ServerAddress } from '../../../base/config/read-url.ts'
import type { RedisSettings } from '../../../base/config/redis-settings.ts'
import type { TlsMode, TlsSettings } from '../../../base/config/tls-settings.ts'

/** The settings of a connection that may be shown: no user, password or certificate. */
export interface ConnectionFacts {
  readonly driver: 'postgres' | 'mysql' | 'sqlite' | 'redis'
  /** The host; undefined for a file, a cluster, and sentinels. */
  readonly host?: string
  readonly port?: number
  /** The configured nodes of a Redis Cluster, such as `cache-1:6379`. */
  readonly cluster?: readonly string[]
  /** The sentinels that know the primary. */
  readonly sentinels?: readonly string[]
  /** The name of the primary in the sentinels' configuration. */
  readonly primary?: string
  /** The name of the database, its file, or the number of a Redis database. Undefined for a cluster. */
  readonly database?: string
  readonly tls?: TlsMode
  /** The pool size; undefined for connections without a pool. */
  readonly poolSize?: number
}

/** The default pool size of `pg` and `mysql2`. */
const defaultPoolSize = 10

/** Returns the settings of a database that may be shown. */
export function databaseFacts(settings: DatabaseSettings): ConnectionFacts {
  if (settings.kind === 'sqlite') return { driver: 'sqlite', database: settings.file }
  const { kind: driver, host, port, database, tls, poolSize = defaultPoolSize } = settings
  return { driver, host, port, database, tls: modeOf(tls), poolSize }
}

/** Returns the settings of a Redis connection that may be shown. */
export function redisFacts(settings: RedisSettings): ConnectionFacts {
  const common = { driver: 'redis', tls: modeOf(settings.tls) } as const
  if ('cluster' in settings) return { ...common, cluster: settings.cluster.map(toText) }
  const database = String(settings.db)
  return 'sentinels' in settings
    ? { ...common, sentinels: settings.sentinels.map(toText), primary: settings.name, database }
    : { ...common, host: settings.host, port: settings.port, database }
}

function toText({ host, port }: ServerAddress): string {
  return `${host}:${port}`
}

function modeOf(tls: TlsSettings | undefined): TlsMode {
  if (!tls) return 'disable'
  if (!tls.rejectUnauthorized) return 'require'
  return tls.checkServerIdentity ? 'verify-ca' : 'verify'
}
