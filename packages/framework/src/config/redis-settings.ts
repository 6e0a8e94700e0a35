import { isIP } from 'node:net'
import type { Config } from './config.ts'
import { readUrl, refuseConflicts, serverOf } from './read-url.ts'
import { readTls, type TlsSettings } from './tls-settings.ts'

/** The connection to Redis as ioredis takes it. */
export interface RedisSettings {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  readonly db: number
  readonly tls?: TlsSettings
}

/** Reads REDIS_URL, or REDIS_HOST, REDIS_PORT and so on, and the prefix of keys. Throws `ConfigConflict`. */
export function readRedis(config: Config): { connection: RedisSettings; prefix: string } {
  const url = readUrl(config, 'REDIS_URL', ['redis', 'rediss'])
  const connection = url ? ofUrl(config, url) : ofKeys(config)
  const keys = {
    mode: 'REDIS_TLS',
    ca: 'REDIS_TLS_CA',
    cert: 'REDIS_TLS_CERT',
    key: 'REDIS_TLS_KEY',
  }
  const tls = readTls(config, keys, url?.protocol === 'rediss:' ? { mode: 'verify' } : {})
  return {
    connection: tls ? { ...connection, tls: withName(tls, connection.host) } : connection,
    prefix: config.string('REDIS_PREFIX', 'fw'),
  }
}

/** Addresses are not allowed as server names. */
function withName(tls: TlsSettings, host: string): TlsSettings {
  return isIP(host) === 0 ? { ...tls, servername: host } : tls
}

function ofUrl(config: Config, url: URL): RedisSettings {
  const { host, port, user, password } = serverOf(url, 6379)
  refuseConflicts(config, 'REDIS_URL', {
    REDIS_HOST: host,
    REDIS_PORT: port,
    REDIS_USER: user,
    REDIS_PASSWORD: password,
  })
  return { host, port, username: user, password, db: Number(url.pathname.slice(1) || 0) }
}

function ofKeys(config: Config): RedisSettings {
  return {
    host: config.string('REDIS_HOST', '127.0.0.1'),
    port: config.int('REDIS_PORT', 6379),
    username: config.string('REDIS_USER', ''),
    password: config.string('REDIS_PASSWORD', ''),
    db: config.int('REDIS_DB', 0),
  }
}
