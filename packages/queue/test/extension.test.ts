import {
  Config,
  ConfigValueInvalid,
  ConfigValueMissing,
  Container,
  JobOptions,
  JobOptionsAttribute,
  Logger,
  UnresolvableDependency,
  type Class,
} from '@fw/core'
import { InvalidJob, JobRegistry, MemoryQueue, Queue } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { extension } from '@fw/queue/extension'
import { RedisQueue } from '@fw/queue/redis'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { describeRedis, type Settings } from './backends.ts'
import { Notes, Write } from './fixtures/jobs.ts'
import { Mail } from './fixtures/option-jobs.ts'
import { NeedsNumber } from './fixtures/unusable-jobs.ts'
import { WarningLogger } from './warning-logger.ts'

/** Extends an application, whose bindings are those of the container. */
async function extend(
  settings: Settings,
  classes: readonly Class[] = [Write],
  container = new Container(),
): Promise<{ container: Container; warnings: readonly string[] }> {
  const logger = new WarningLogger()
  container.instance(Logger, logger).instance(Notes, new Notes())
  await extension.extend?.({ container, config: Config.of(settings), classes })
  container.boot()
  onTestFinished(() => container[Symbol.asyncDispose]())
  return { container, warnings: logger.warnings }
}

test.each<[Settings, abstract new (...args: never[]) => Queue]>([
  [{}, MemoryQueue],
  [{ QUEUE_CONNECTION: 'memory', DB_NAME: 'a.sqlite' }, MemoryQueue],
  [{ DB_NAME: 'a.sqlite' }, DatabaseQueue],
  [{ QUEUE_CONNECTION: 'database', DB_NAME: 'a.sqlite' }, DatabaseQueue],
  [{ DB_CONNECTION: 'postgres', DB_NAME: 'a', DB_USER: 'a' }, DatabaseQueue],
  [{ DB_CONNECTION: 'mysql', DB_NAME: 'a', DB_USER: 'a' }, DatabaseQueue],
  [{ QUEUE_CONNECTION: 'redis', DB_NAME: 'a.sqlite' }, RedisQueue],
  [{ REDIS_URL: 'redis://cache' }, RedisQueue],
  [{ REDIS_CLUSTER: 'cache:6379' }, RedisQueue],
  [{ DATABASE_URL: 'sqlite:a.db', REDIS_URL: 'redis://cache' }, DatabaseQueue],
  [{ QUEUE_CONNECTION: 'memory', REDIS_URL: 'redis://cache' }, MemoryQueue],
])('the settings %o select the queue', async (settings, type) => {
  const { container } = await extend(settings)
  expect(container.get(Queue)).toBeInstanceOf(type)
})

await describeRedis((_title, { host, port, prefix, settings, clear }) => {
  test('a queue in Redis uses the configured prefix', async () => {
    await clear()
    const { container } = await extend(settings)
    await container.get(Queue).push(new Write('a'))
    const redis = new Redis({ host, port })
    expect(await redis.hkeys(`${prefix}:queues`)).toEqual(['default'])
    await redis.quit()
  })
})

test('a queue of the bootstrap is kept', async () => {
  const own = new MemoryQueue()
  const { container } = await extend({}, [Write], new Container().instance(Queue, own))
  expect(container.get(Queue)).toBe(own)
})

test('the jobs of an application are registered', async () => {
  const { container } = await extend({}, [Notes, Write, Mail])
  expect(container.get(JobRegistry).types.map(({ name }) => name)).toEqual(['Write', 'Mail'])
})

test('jobs in memory log a warning, unless memory is configured', async () => {
  expect((await extend({ QUEUE_CONNECTION: 'memory' })).warnings).toEqual([])
  expect((await extend({})).warnings).toEqual([
    'Jobs are kept in memory, so only a worker in this process can run them. ' +
      'Set DATABASE_URL or REDIS_URL, or QUEUE_CONNECTION=memory if that is intended.',
  ])
})

test('an application whose jobs cannot be stored or served does not boot', async () => {
  await expect(extend({ QUEUE_CONNECTION: 'post' })).rejects.toThrow(ConfigValueInvalid)
  await expect(extend({ QUEUE_CONNECTION: 'database' })).rejects.toThrow(ConfigValueMissing)
  await expect(extend({}, [NeedsNumber])).rejects.toThrow(UnresolvableDependency)
})

test('an application without jobs needs no settings for a queue', async () => {
  const { container, warnings } = await extend({}, [Notes])
  expect(container.has(Queue)).toBe(true)
  expect(warnings).toEqual([])
  await extend({ DB_CONNECTION: 'postgres' }, [Notes])
})

@JobOptions({ queue: 'mail' })
class NotAJob {}

test('the classes of an application are checked one by one, without creating a queue', async () => {
  expect(extension.attributes).toEqual([JobOptionsAttribute])
  const container = new Container()
  const parts = { container, config: Config.of({}), classes: [] }
  const check = await extension.check?.(parts)
  for (const type of [Notes, Write, Mail]) expect(check?.(type)).toBeUndefined()
  expect(() => check?.(NotAJob)).toThrow(InvalidJob)
  expect(() => check?.(NeedsNumber)).toThrow(UnresolvableDependency)
  expect(container.has(Queue)).toBe(false)
})
