import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { RedisSessions } from '@fw/core/web'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { describeWith } from '../../../../query/test/databases/servers.ts'

await describeWith('redis', 'Redis', (url) => {
  test('an error of a store does not show the data', async () => {
    const redis = new Redis(url)
    const key = `fw-test-${randomUUID()}`
    onTestFinished(async () => {
      await redis.del(key)
      await redis.quit()
    })
    await redis.rpush(key, 'not a session')
    const store = new RedisSessions(
      (script, keys, args) => redis.eval(script, keys.length, ...keys, ...args),
      '',
    )
    const session = { fields: { pin: '"leak"' }, endsAt: 9e15, expiresAt: 9e15, isReplaced: false }

    const error: unknown = await store.create(key, session, 1).catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({
      name: 'ReplyError',
      message: expect.stringContaining('WRONGTYPE'),
    })
    expect(inspect(error, { depth: 10 })).not.toContain('leak')
  })
})
