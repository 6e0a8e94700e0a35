import type { Config } from 'fw'
import { MemoryStore } from './memory-store.ts'
import type { ScheduleStore } from '../claims/schedule-store.ts'

const connections = ['memory', 'database', 'redis'] as const

type Factory = (config: Config) => Promise<() => ScheduleStore>

/**
 * How to make the store that SCHEDULE_CONNECTION names: `memory`, `database` (DB_CONNECTION, DB_NAME …) or `redis`
 * (REDIS_HOST …). Where it is not set: `database` if one is configured, else `memory`.
 */
export function storeFactory(config: Config): Promise<() => ScheduleStore> {
  const isDatabaseSet = config.has('DB_CONNECTION') || config.has('DB_NAME')
  const fallback = isDatabaseSet ? 'database' : 'memory'
  return factories[config.oneOf('SCHEDULE_CONNECTION', connections, fallback)](config)
}

const factories: Record<(typeof connections)[number], Factory> = {
  async memory() {
    return () => new MemoryStore()
  },

  async database(config) {
    const { DatabaseStore } = await import('./database-store.ts')
    const { configuredDatabase } = await import('@fw/query/configured')
    return () => new DatabaseStore(configuredDatabase(config))
  },

  async redis(config) {
    const { RedisStore } = await import('./redis-store.ts')
    return () => {
      const connection = {
        host: config.string('REDIS_HOST', '127.0.0.1'),
        port: config.int('REDIS_PORT', 6379),
        username: config.string('REDIS_USER', ''),
        password: config.string('REDIS_PASSWORD', ''),
      }
      return new RedisStore(connection, config.string('REDIS_PREFIX', 'fw'))
    }
  },
}
