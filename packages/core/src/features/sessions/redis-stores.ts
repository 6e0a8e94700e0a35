import type { Config } from '../../base/config/config.ts'
import { hasRedis, readRedis } from '../../base/config/redis-settings.ts'
import type { Resolver } from '../../base/container/binding.ts'
import type { Container } from '../../base/container/container.ts'
import { RedisConnection } from '../../base/redis/redis-connection.ts'
import { requireRedis } from '../../base/redis/redis-not-installed.ts'
import type { RunScript } from '../../base/redis/redis-scripts.ts'
import { RateLimitStore } from '../middleware/rate-limit/rate-limit-store.ts'
import { RedisRateLimits } from '../middleware/rate-limit/redis-rate-limits.ts'
import { RedisSessions } from './redis-sessions.ts'
import { SessionStore } from './session-store.ts'

/** The types of the session and rate limit stores, unless the application registers its own stores. */
export interface StoreTypes {
  readonly sessions: 'cookie' | 'redis'
  readonly rateLimits: 'memory' | 'redis'
}

/** Reads SESSION_CONNECTION and RATE_LIMIT_CONNECTION. Default: Redis if it is configured. */
export function readStoreTypes(config: Config): StoreTypes {
  const isRedis = hasRedis(config)
  return {
    sessions: config.oneOf('SESSION_CONNECTION', ['cookie', 'redis'], isRedis ? 'redis' : 'cookie'),
    rateLimits: config.oneOf(
      'RATE_LIMIT_CONNECTION',
      ['memory', 'redis'],
      isRedis ? 'redis' : 'memory',
    ),
  }
}

/**
 * Binds the stores that use Redis, unless the application binds them itself. Returns a function that loads the Redis
 * client, so that the first request does not have to wait for it.
 */
export function bindRedisStores(
  container: Container,
  config: Config,
  folder: string,
): () => Promise<void> {
  const { sessions, rateLimits } = readStoreTypes(config)
  const prefix = (what: string) => `${readRedis(config).prefix}:${what}:`
  let connection: RedisConnection | undefined
  const connect = (resolver: Resolver): RunScript => {
    connection = resolver.get(RedisConnection)
    // Connects in advance, so that the first request does not have to wait for the connection.
    connection.ping().catch(() => {})
    return connection.run
  }
  if (sessions === 'redis' && !container.has(SessionStore)) {
    container.bind(SessionStore, (resolver) => {
      requireRedis(folder, ['ioredis'], 'Sessions', 'SESSION_CONNECTION=cookie')
      return new RedisSessions(connect(resolver), prefix('session'))
    })
  }
  if (rateLimits === 'redis' && !container.has(RateLimitStore)) {
    container.bind(RateLimitStore, (resolver) => {
      requireRedis(folder, ['ioredis'], 'Rate limits', 'RATE_LIMIT_CONNECTION=memory')
      return new RedisRateLimits(connect(resolver), prefix('rate'))
    })
  }
  return async () => void (await connection?.client())
}
