import type { Config } from './config.ts'

const places = ['memory', 'database', 'redis'] as const

/**
 * Returns the storage that `key` selects. Default: the database if one is configured, else memory. Throws
 * `ConfigValueInvalid`.
 */
export function configuredPlace(config: Config, key: string): (typeof places)[number] {
  const isDatabaseSet = config.has('DB_CONNECTION') || config.has('DB_NAME')
  return config.oneOf(key, places, isDatabaseSet ? 'database' : 'memory')
}

/** Returns the Redis connection options of ioredis, and the prefix of keys. */
export function configuredRedis(config: Config) {
  const connection = {
    host: config.string('REDIS_HOST', '127.0.0.1'),
    port: config.int('REDIS_PORT', 6379),
    username: config.string('REDIS_USER', ''),
    password: config.string('REDIS_PASSWORD', ''),
  }
  return { connection, prefix: config.string('REDIS_PREFIX', 'fw') }
}

/**
 * The option `reconnectOnError` of ioredis. True after a failover, when the connected server has become a replica, so that
 * the next command finds the new primary. Errors of scripts have other text before the code.
 */
export function isReadOnlyReplica(error: Error): boolean {
  return /\bREADONLY\b/.test(error.message)
}

/** Redis cannot be reached. */
export class RedisUnreachable extends Error {
  override readonly name = 'RedisUnreachable'

  constructor({ host = 'localhost', port = 6379 }: RedisAddress, cause: unknown) {
    const address = `${host}:${port}`
    super(`Redis does not answer at ${address}. Start it, or correct REDIS_HOST and REDIS_PORT.`, {
      cause,
    })
  }
}

/** The given parts of the address; ioredis has defaults for the others. */
interface RedisAddress {
  readonly host?: string | undefined
  readonly port?: number | undefined
}
