import type { Config } from './config.ts'

const places = ['memory', 'database', 'redis'] as const

/** Where `key` has something kept; where it is not set, in the database if one is configured. Throws `ConfigValueInvalid`. */
export function configuredPlace(config: Config, key: string): (typeof places)[number] {
  const isDatabaseSet = config.has('DB_CONNECTION') || config.has('DB_NAME')
  return config.oneOf(key, places, isDatabaseSet ? 'database' : 'memory')
}

/** The connection to Redis as ioredis takes it, and what keys begin with. */
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
 * The option `reconnectOnError` of ioredis. True after a failover, when the server behind a connection has become a
 * replica: the next command then finds the new primary. Scripts report the error with a text in front.
 */
export function isReadOnlyReplica(error: Error): boolean {
  return /\bREADONLY\b/.test(error.message)
}

/** Redis could not be reached. */
export class RedisUnreachable extends Error {
  override readonly name = 'RedisUnreachable'

  constructor({ host = 'localhost', port = 6379 }: RedisAddress, cause: unknown) {
    const address = `${host}:${port}`
    super(`Redis does not answer at ${address}. Start it, or correct REDIS_HOST and REDIS_PORT.`, {
      cause,
    })
  }
}

/** As far as it is given; else as ioredis has it. */
interface RedisAddress {
  readonly host?: string | undefined
  readonly port?: number | undefined
}
