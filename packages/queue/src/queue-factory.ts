import { Logger, workerRole, type Config, type Resolver } from 'fw'
import { configuredPlace, readRedis } from 'fw/internals'
import { MemoryNotShared } from './errors.ts'
import { MemoryQueue } from './memory/memory-queue.ts'
import type { Queue } from './queue.ts'

/**
 * Returns the factory of the queue that QUEUE_CONNECTION names: `memory`, `database`
 * (DB_CONNECTION, DB_NAME …) or `redis` (REDIS_HOST …). Default: `database` if one is configured,
 * else `memory`.
 */
export function queueFactory(config: Config): Promise<(c: Resolver) => Queue> {
  return factories[configuredPlace(config, 'QUEUE_CONNECTION')](config)
}

type Factory = (config: Config) => Promise<(c: Resolver) => Queue>

const factories: Record<ReturnType<typeof configuredPlace>, Factory> = {
  async memory(config) {
    if (config.has('QUEUE_CONNECTION')) refuseSeveral()
    return (c) => {
      refuseSeveral()
      if (!config.has('QUEUE_CONNECTION')) c.get(Logger).warn(memoryWarning)
      return new MemoryQueue()
    }
  },

  async database(config) {
    const { DatabaseQueue } = await import('./database/database-queue.ts')
    const { configuredDatabase } = await import('@fw/query/configured')
    return () => new DatabaseQueue(configuredDatabase(config))
  },

  async redis(config) {
    const { RedisQueue } = await import('./redis/redis-queue.ts')
    return () => {
      const { connection, prefix } = readRedis(config)
      return new RedisQueue(connection, { prefix })
    }
  },
}

function refuseSeveral(): void {
  if (workerRole && workerRole.processes > 1) throw new MemoryNotShared(workerRole.processes)
}

const memoryWarning =
  'Jobs are kept in memory, so only a worker in this process can run them. ' +
  'Set QUEUE_CONNECTION to database or redis, or to memory if that is intended.'
