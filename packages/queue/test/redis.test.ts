import { RedisQueue } from '@fw/queue/redis'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { freePort } from '../../framework/test/free-port.ts'
import { FwProcess } from '../../framework/test/fw-process.ts'
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

  test('a stored payload that is no JSON is set aside', async () => {
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

  test('stored options that are malformed set the job aside', async () => {
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

test('a worker can be stopped where there is no Redis', async () => {
  const settings = { QUEUE_CONNECTION: 'redis', REDIS_PORT: String(await freePort()) }
  const worker = new FwProcess(new QueueApplication(settings).root, ['queue:work'])
  await worker.printed(/Retrying/)
  worker.child.kill('SIGTERM')
  expect(await worker.exit).toBe(0)
})

test('a push fails soon where there is no Redis', async () => {
  const port = await freePort()
  const queue = new RedisQueue({ host: '127.0.0.1', port })
  const start = Date.now()
  await expect(queue.push(new Write('a'))).rejects.toThrow(
    `Redis at 127.0.0.1:${port}: it does not respond. Start it, or correct REDIS_URL, or REDIS_HOST and REDIS_PORT.`,
  )
  expect(Date.now() - start).toBeLessThan(8000)
  await queue.close()
})
