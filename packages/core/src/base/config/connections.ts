import type { Config } from './config.ts'
import { hasDatabase } from './database-settings.ts'
import { hasRedis } from './redis-settings.ts'

const places = ['memory', 'database', 'redis'] as const

/**
 * Returns the storage that `key` selects. Default: the database if one is configured, else Redis if one is configured, else
 * memory. Throws `ConfigValueInvalid`.
 */
export function configuredPlace(config: Config, key: string): (typeof places)[number] {
  return config.oneOf(key, places, durablePlace(config) ?? 'memory')
}

/** Prefers the database: Redis may evict keys, and jobs can be pushed in a database transaction. */
function durablePlace(config: Config): 'database' | 'redis' | undefined {
  if (hasDatabase(config)) return 'database'
  return hasRedis(config) ? 'redis' : undefined
}
