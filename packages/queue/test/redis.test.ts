import { RedisQueue } from '@fw/queue/redis'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { describeRedis } from './backends.ts'
import { describeQueue } from './contract.ts'
import { describeJobOptions } from './options/contract.ts'
import { Write } from './fixtures/jobs.ts'
import { workUntilFailed } from './work-until-failed.ts'

await describeRedis((title, { host, port, prefix, clear, makeDue }) => {
  const open = async () => {
    await clear()
    return new RedisQueue({ host, port }, { prefix })
  }
  describeQueue(`the queue on ${title}`, open)
  describeJobOptions(`settings in the queue on ${title}`, open, makeDue)

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
      expect(message).toBe('The stored metadata is malformed.')
    }
    expect(notes.lines).toEqual(['{"attempts":3,"meta":{}}'])
    await queue.close()
  })
})
