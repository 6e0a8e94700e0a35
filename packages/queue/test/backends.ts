import { randomUUID } from 'node:crypto'
import { runStatement } from '@fw/query'
import type { Queue } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { RedisQueue } from '@fw/queue/redis'
import { Queue as BullQueue } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, onTestFinished } from 'vitest'
import { describeWith } from '../../query/test/databases/servers.ts'
import { describeDatabases } from './databases.ts'

export type Settings = Readonly<Record<string, string>>

/** A backend that outlives a process. */
export interface Backend {
  /** The environment variables that configure it. */
  settings(): Settings
  /** Removes all jobs. */
  clear(): Promise<void>
  /** Makes delayed jobs due. */
  makeDue(): Promise<void>
  /** Opens the queue in this process; it is closed when the test ends. */
  open(): Queue
}

/** Defines a group of tests for each backend that outlives a process. */
export async function describeBackends(
  define: (title: string, backend: Backend) => void,
): Promise<void> {
  await describeDatabases((title, database) => {
    define(title, {
      settings: () => ({ QUEUE_CONNECTION: 'database', ...database.settings }),
      clear: () => database.drop('fw_jobs'),
      makeDue: () => makeTableDue(database.connection),
      open: () => new DatabaseQueue(database.connection),
    })
  })
  await describeRedis((title, { host, port, prefix, settings, clear, makeDue }) => {
    const open = () => {
      const queue = new RedisQueue({ host, port }, { prefix })
      onTestFinished(() => queue.close())
      return queue
    }
    define(title, { settings: () => settings, clear, makeDue, open })
  })
}

/** A place in Redis that one group of tests has for itself. */
export interface TestRedis {
  readonly host: string
  readonly port: number
  readonly prefix: string
  /** The environment variables that configure it. */
  readonly settings: Settings
  /** Removes all jobs. */
  clear(): Promise<void>
  /** Makes delayed jobs due. */
  makeDue(): Promise<void>
}

export function describeRedis(
  define: (title: string, redis: TestRedis) => void | Promise<void>,
): Promise<void> {
  return describeWith('redis', 'Redis', (url) => {
    const { hostname, port } = new URL(url)
    const prefix = `fw-test-${randomUUID()}`
    const clear = () => removeKeys(url, `${prefix}:*`)
    afterAll(clear)
    const connection = { host: hostname, port: Number(port) }
    const makeDue = () => makeQueuesDue(url, prefix, connection)
    const settings = {
      QUEUE_CONNECTION: 'redis',
      REDIS_HOST: hostname,
      REDIS_PORT: port,
      REDIS_PREFIX: prefix,
    }
    return define('Redis', { ...connection, prefix, settings, clear, makeDue })
  })
}

async function removeKeys(url: string, pattern: string): Promise<void> {
  const redis = new Redis(url)
  const keys = await redis.keys(pattern)
  if (keys.length > 0) await redis.del(keys)
  await redis.quit()
}

export async function makeTableDue(connection: object): Promise<void> {
  const change = 'UPDATE fw_jobs SET due_at = 0 WHERE worker IS NULL AND failed_at IS NULL'
  await runStatement(connection, change)
}

async function makeQueuesDue(
  url: string,
  prefix: string,
  connection: { host: string; port: number },
): Promise<void> {
  const redis = new Redis(url)
  for (const name of await redis.hkeys(`${prefix}:queues`)) {
    const queue = new BullQueue(name, { connection, prefix })
    await queue.promoteJobs()
    await queue.close()
  }
  await redis.quit()
}
