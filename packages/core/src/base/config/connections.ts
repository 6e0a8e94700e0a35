import type { Config } from './config.ts'
import { hasDatabase } from './database-settings.ts'
import { hasRedis } from './redis-settings.ts'

const storages = ['memory', 'database', 'redis'] as const

/**
 * Returns the storage that `key` selects. Default: the database if one is configured, else Redis if one is configured,
 * else memory. Throws `ConfigValueInvalid`.
 */
export function configuredStorage(config: Config, key: string): (typeof storages)[number] {
  return config.oneOf(key, storages, durableStorage(config) ?? 'memory')
}

/**
 * Returns the configured storage; undefined if there is no database and no Redis. Prefers the database: Redis may evict
 * keys, and jobs can be pushed in a database transaction.
 */
function durableStorage(config: Config): 'database' | 'redis' | undefined {
  if (hasDatabase(config)) return 'database'
  return hasRedis(config) ? 'redis' : undefined
}
