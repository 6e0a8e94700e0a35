import type { Config } from '@fw/core'
import { configuredStorage, readRedis, requireRedis } from '@fw/core/internals'
import { MemoryStore } from './memory-store.ts'
import type { ScheduleStore } from '../claims/schedule-store.ts'

type Factory = (config: Config) => Promise<() => ScheduleStore>

/**
 * Returns a factory for the store that SCHEDULE_CONNECTION selects: `memory`, `database` (DATABASE_URL …) or `redis`
 * (REDIS_URL …). Default: the database if it is configured, else Redis if it is configured, else memory.
 */
export function storeFactory(config: Config): Promise<() => ScheduleStore> {
  return factories[configuredStorage(config, 'SCHEDULE_CONNECTION')](config)
}

const factories: Record<ReturnType<typeof configuredStorage>, Factory> = {
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
      requireRedis(
        import.meta.dirname,
        ['ioredis'],
        'Runs of schedules',
        'SCHEDULE_CONNECTION=memory',
      )
      const { connection, prefix } = readRedis(config)
      return new RedisStore(connection, prefix)
    }
  },
}
