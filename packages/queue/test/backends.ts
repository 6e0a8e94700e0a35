import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll } from 'vitest'
import { describeWith } from '../../query/test/databases/servers.ts'
import { describeDatabases } from './databases.ts'

export type Settings = Readonly<Record<string, string>>

/** A backend that outlives a process. */
export interface Backend {
  /** How an application is told of it. */
  settings(): Settings
  /** Removes all jobs. */
  clear(): Promise<void>
}

/** Defines a group of tests for each backend that outlives a process. */
export async function describeBackends(
  define: (title: string, backend: Backend) => void,
): Promise<void> {
  await describeDatabases((title, database) => {
    define(title, {
      settings: () => ({ QUEUE_CONNECTION: 'database', ...database.settings }),
      clear: () => database.drop('fw_jobs'),
    })
  })
  await describeRedis((title, { settings, clear }) => {
    define(title, { settings: () => settings, clear })
  })
}

/** A place in Redis that one group of tests has for itself. */
export interface TestRedis {
  readonly host: string
  readonly port: number
  readonly prefix: string
  /** How an application is told of it. */
  readonly settings: Settings
  /** Removes all jobs. */
  clear(): Promise<void>
}

export function describeRedis(
  define: (title: string, redis: TestRedis) => void | Promise<void>,
): Promise<void> {
  return describeWith('redis', 'Redis', (url) => {
    const { hostname, port } = new URL(url)
    const prefix = `fw-test-${randomUUID()}`
    const clear = () => removeKeys(url, `${prefix}:*`)
    afterAll(clear)
    const settings = {
      QUEUE_CONNECTION: 'redis',
      REDIS_HOST: hostname,
      REDIS_PORT: port,
      REDIS_PREFIX: prefix,
    }
    return define('Redis', { host: hostname, port: Number(port), prefix, settings, clear })
  })
}

async function removeKeys(url: string, pattern: string): Promise<void> {
  const redis = new Redis(url)
  const keys = await redis.keys(pattern)
  if (keys.length > 0) await redis.del(keys)
  await redis.quit()
}
