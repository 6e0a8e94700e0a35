import type { Config } from './config.ts'
import { explainFailure } from './connection-failures.ts'
import { hasDatabase } from './database-settings.ts'

const places = ['memory', 'database', 'redis'] as const

/**
 * Returns the storage that `key` selects. Default: the database if one is configured, else memory. Throws
 * `ConfigValueInvalid`.
 */
export function configuredPlace(config: Config, key: string): (typeof places)[number] {
  return config.oneOf(key, places, hasDatabase(config) ? 'database' : 'memory')
}

/**
 * The option `reconnectOnError` of ioredis. True after a failover, when the server behind a connection has become a
 * replica: the next command then finds the new primary. Scripts report the error with a text in front.
 */
export function isReadOnlyReplica(error: Error): boolean {
  return /\bREADONLY\b/.test(error.message)
}

/** Redis could not be reached, or refused the connection. */
export class RedisUnreachable extends Error {
  override readonly name = 'RedisUnreachable'

  constructor({ host = 'localhost', port = 6379 }: RedisAddress, cause: unknown) {
    const reason = explainFailure(cause, redisKeys) ?? String(cause)
    super(`Redis at ${host}:${port}: ${reason}`, { cause })
  }
}

const redisKeys = {
  url: 'REDIS_URL',
  host: 'REDIS_HOST',
  port: 'REDIS_PORT',
  user: 'REDIS_USER',
  password: 'REDIS_PASSWORD',
  tls: 'REDIS_TLS',
}

/** Parts that are missing have the defaults of ioredis. */
interface RedisAddress {
  readonly host?: string | undefined
  readonly port?: number | undefined
}
