import { RedisQueue } from '@fw/queue/redis'
import { Config } from '@fw/core'
import { readRedis } from '@fw/core/internals'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { freePort } from '../../core/test/support/free-port.ts'
import { FwProcess } from '../../core/test/support/fw-process.ts'
import { describeRedis } from './backends.ts'
import { describeQueue } from './contract.ts'
import { describeJobOptions } from './options/contract.ts'
import { Write } from './fixtures/jobs.ts'
import { QueueApplication } from './queue-application.ts'
import { workUntilFailed } from './work-until-failed.ts'

await describeRedis((title, { host, port, prefix, clear, hurry }) => {
  const open = async () => {
    await clear()
    return new RedisQueue({ host, port }, { prefix })
  }
  describeQueue(`the queue on ${title}`, open)
  describeJobOptions(`settings in the queue on ${title}`, open, hurry)

  test('a stored payload that is not JSON is moved to the failed jobs', async () => {
    await clear()
    const queue = new RedisQueue({ host, port }, { prefix })
    const id = await queue.push(new Write('a'))
    const redis = new Redis({ host, port })
    await redis.hset(`${prefix}:${id.replace('/', ':')}`, 'data', '{"line":')
    await redis.quit()
    await workUntilFailed(queue)
    expect(await queue.failed()).toMatchObject([
      { id, message: 'Write is not valid: Write must be an object.' },
    ])
    await queue.close()
  })

  test('a job with malformed stored options is moved to the failed jobs', async () => {
    await clear()
    const queue = new RedisQueue({ host, port }, { prefix })
    const redis = new Redis({ host, port })
    const optionsOf = async (options: string) => {
      const id = await queue.push(new Write(options))
      await redis.hset(`${prefix}:${id.replace('/', ':')}`, 'opts', options)
    }
    const malformed = ['{"attempts":3,"meta":5}', '{"attempts":3,"meta":{"meta":null}}']
    for (const options of [...malformed, '{"attempts":3,"meta":{}}']) await optionsOf(options)
    await redis.quit()
    const notes = await workUntilFailed(queue, malformed.length)
    for (const { message } of await queue.failed()) {
      expect(message).toBe('The stored meta is malformed.')
    }
    expect(notes.lines).toEqual(['{"attempts":3,"meta":{}}'])
    await queue.close()
  })
})

const modes = [
  {
    settings: (port: number) => ({ REDIS_PORT: String(port) }),
    servers: 'Redis at 127.0.0.1:',
    keys: 'REDIS_URL, or REDIS_HOST and REDIS_PORT',
  },
  {
    settings: (port: number) => ({ REDIS_CLUSTER: `127.0.0.1:${port}` }),
    servers: 'Redis Cluster at 127.0.0.1:',
    keys: 'REDIS_CLUSTER',
  },
  {
    settings: (port: number) => ({
      REDIS_SENTINEL: `127.0.0.1:${port}`,
      REDIS_SENTINEL_NAME: 'shop',
    }),
    servers: 'Redis "shop" of the sentinels at 127.0.0.1:',
    keys: 'REDIS_SENTINEL',
  },
]

for (const { settings, servers, keys } of modes) {
  test(`a worker can be stopped without Redis (${keys})`, async () => {
    const application = new QueueApplication({
      QUEUE_CONNECTION: 'redis',
      ...settings(await freePort()),
    })
    const worker = new FwProcess(application.root, ['queue:work'])
    await worker.printed(/Retrying/)
    worker.child.kill('SIGTERM')
    expect(await worker.exit).toBe(0)
  })

  test(`a push fails quickly without Redis (${keys})`, async () => {
    const port = await freePort()
    const queue = new RedisQueue(readRedis(Config.of(settings(port))).connection)
    const start = Date.now()
    await expect(queue.push(new Write('a'))).rejects.toThrow(
      `${servers}${port}: it does not respond. Start it, or correct ${keys}.`,
    )
    expect(Date.now() - start).toBeLessThan(8000)
    await queue.close()
  })
}
