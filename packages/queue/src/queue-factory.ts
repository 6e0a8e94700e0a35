import { Logger, workerRole, type Config, type Resolver } from '@fw/core'
import { configuredStorage, readRedis, requireRedis } from '@fw/core/internals'
import { MemoryNotShared } from './errors.ts'
import { MemoryQueue } from './memory/memory-queue.ts'
import type { Queue } from './queue.ts'

/**
 * Returns a factory for the queue that QUEUE_CONNECTION selects: `memory`, `database` (DATABASE_URL …) or `redis`
 * (REDIS_URL …). Default: the database if it is configured, else Redis if it is configured, else memory.
 */
export function queueFactory(config: Config): Promise<(c: Resolver) => Queue> {
  return factories[configuredStorage(config, 'QUEUE_CONNECTION')](config)
}

type Factory = (config: Config) => Promise<(c: Resolver) => Queue>

const factories: Record<ReturnType<typeof configuredStorage>, Factory> = {
  async memory(config) {
    if (config.has('QUEUE_CONNECTION')) requireSingleProcess()
    return (c) => {
      requireSingleProcess()
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
      requireRedis(import.meta.dirname, ['bullmq', 'ioredis'], 'Jobs', 'QUEUE_CONNECTION=memory')
      const { connection, prefix } = readRedis(config)
      return new RedisQueue(connection, { prefix })
    }
  },
}

function requireSingleProcess(): void {
  if (workerRole && workerRole.processes > 1) throw new MemoryNotShared(workerRole.processes)
}

const memoryWarning =
  'Jobs are kept in memory, so only a worker in this process can run them. ' +
  'Set DATABASE_URL or REDIS_URL, or QUEUE_CONNECTION=memory if that is intended.'
