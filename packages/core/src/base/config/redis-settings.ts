import { isIP } from 'node:net'
import type { Config } from './config.ts'
import { ConfigConflict } from './config-conflict.ts'
import { ConfigValueInvalid } from './errors.ts'
import { readServers, readUrl, refuseConflicts, serverOf, type ServerAddress } from './read-url.ts'
import { readTls, type TlsSettings, type UrlTls } from './tls-settings.ts'

/**
 * The configured Redis, in the form that `RedisConnection` accepts: one server, a primary that
 * sentinels monitor, or a cluster.
 */
export type RedisSettings = RedisServer | RedisSentinels | RedisCluster

interface RedisServer extends RedisAccess, ServerAddress {
  readonly db: number
}

interface RedisSentinels extends RedisAccess {
  readonly sentinels: ServerAddress[]
  /** The name of the primary in the sentinels' configuration. */
  readonly name: string
  readonly db: number
  readonly sentinelUsername: string
  readonly sentinelPassword: string
  readonly sentinelTLS?: TlsSettings
  readonly enableTLSForSentinelMode?: true
}

interface RedisCluster extends RedisAccess {
  /** The configured nodes. The client asks them for the addresses of all nodes. */
  readonly cluster: readonly ServerAddress[]
}

interface RedisAccess {
  readonly username: string
  readonly password: string
  readonly tls?: TlsSettings
}

/**
 * Reads the Redis settings (REDIS_CLUSTER, REDIS_SENTINEL, REDIS_URL, or REDIS_HOST, REDIS_PORT and so on) and the key
 * prefix. Throws `ConfigConflict`.
 */
export function readRedis(config: Config): { connection: RedisSettings; prefix: string } {
  const [key, other] = Object.keys(readers).filter((each) => config.string(each, '') !== '')
  if (key !== undefined && other !== undefined) throw serverConflict(key, other)
  const read = key === undefined ? readServerKeys : readers[key as keyof typeof readers]
  return { connection: read(config), prefix: config.string('REDIS_PREFIX', 'fw') }
}

/** True if Redis is configured. */
export function hasRedis(config: Config): boolean {
  return [...Object.keys(readers), ...serverKeys].some((key) => config.string(key, '') !== '')
}

const serverKeys = ['REDIS_HOST', 'REDIS_PORT']

const readers = {
  REDIS_CLUSTER: readCluster,
  REDIS_SENTINEL: readSentinels,
  REDIS_URL: readServerUrl,
}

function readCluster(config: Config): RedisCluster {
  refuseServer(config, 'REDIS_CLUSTER')
  if (config.int('REDIS_DB', 0) !== 0) {
    const message =
      'REDIS_CLUSTER and REDIS_DB cannot be used together: a cluster has only database 0. Remove REDIS_DB.'
    throw new ConfigConflict('REDIS_CLUSTER', 'REDIS_DB', message)
  }
  return { cluster: readServers(config, 'REDIS_CLUSTER', 6379), ...readAccess(config) }
}

function readSentinels(config: Config): RedisSentinels {
  refuseServer(config, 'REDIS_SENTINEL')
  const access = readAccess(config)
  return {
    sentinels: readServers(config, 'REDIS_SENTINEL', 26_379),
    name: config.string('REDIS_SENTINEL_NAME'),
    db: config.int('REDIS_DB', 0),
    ...access,
    sentinelUsername: config.string('REDIS_SENTINEL_USER', ''),
    sentinelPassword: config.string('REDIS_SENTINEL_PASSWORD', ''),
    ...(access.tls && { sentinelTLS: access.tls, enableTLSForSentinelMode: true }),
  }
}

function refuseServer(config: Config, key: string): void {
  const server = serverKeys.find((each) => config.string(each, '') !== '')
  if (server !== undefined) throw serverConflict(key, server)
}

function serverConflict(key: string, other: string): ConfigConflict {
  const message = `${key} and ${other} cannot be used together. Remove one of them.`
  return new ConfigConflict(key, other, message)
}

function readServerUrl(config: Config): RedisServer {
  const url = readUrl(config, 'REDIS_URL', ['redis', 'rediss']) as URL
  const { host, port, user, password } = serverOf(url, 6379)
  const db = databaseOf(url)
  refuseConflicts(config, 'REDIS_URL', {
    REDIS_HOST: host,
    REDIS_PORT: port,
    REDIS_USER: user,
    REDIS_PASSWORD: password,
    REDIS_DB: db,
  })
  const { tls } = readAccess(config, url.protocol === 'rediss:' ? { mode: 'verify' } : {})
  return {
    host,
    port,
    db,
    username: user,
    password,
    ...(tls && { tls: withServerName(tls, host) }),
  }
}

function databaseOf({ pathname }: URL): number {
  const db = Number(pathname.slice(1))
  if (Number.isInteger(db)) return db
  throw new ConfigValueInvalid(
    'REDIS_URL',
    'a URL such as redis://host:6379/0',
    'the configuration',
  )
}

function readServerKeys(config: Config): RedisServer {
  const host = config.string('REDIS_HOST', '127.0.0.1')
  const { tls, ...access } = readAccess(config)
  return {
    host,
    port: config.int('REDIS_PORT', 6379),
    db: config.int('REDIS_DB', 0),
    ...access,
    ...(tls && { tls: withServerName(tls, host) }),
  }
}

function readAccess(config: Config, url: UrlTls = {}): RedisAccess {
  const tls = readTls(config, tlsKeys, url)
  return {
    username: config.string('REDIS_USER', ''),
    password: config.string('REDIS_PASSWORD', ''),
    ...(tls && { tls }),
  }
}

const tlsKeys = {
  mode: 'REDIS_TLS',
  ca: 'REDIS_TLS_CA',
  cert: 'REDIS_TLS_CERT',
  key: 'REDIS_TLS_KEY',
}

/** Adds the server name, unless the host is an IP address, which TLS does not allow as a name. */
function withServerName(tls: TlsSettings, host: string): TlsSettings {
  return isIP(host) === 0 ? { ...tls, servername: host } : tls
}
