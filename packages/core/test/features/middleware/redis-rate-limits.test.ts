import { RedisRateLimits } from '@fw/core/web'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../query/test/databases/servers.ts'
import { connectToTopologies } from '../../base/redis/connect-to-topologies.ts'

await describeWith('redis', 'with Redis', (url) => {
  const redis = new Redis(url)
  const prefix = `fw:test:${process.pid}:${Date.now()}:`
  const store = new RedisRateLimits(
    (script, keys, args) => redis.eval(script, keys.length, ...keys, ...args),
    prefix,
  )

  beforeAll(() => redis.ping())
  afterAll(async () => {
    const keys = await redis.keys(`${prefix}*`)
    if (keys.length > 0) await redis.del(...keys)
    await redis.quit()
  })

  contract(
    () => store,
    async () => redis,
    prefix,
  )
})

await connectToTopologies((_title, redis) => {
  let store: RedisRateLimits | undefined
  contract(
    () => (store ??= new RedisRateLimits(redis().run, 'fw:rate:')),
    () => redis().client(),
    'fw:rate:',
  )
})

function contract(
  open: () => RedisRateLimits,
  client: () => Promise<Pick<Redis, 'pttl' | 'exists' | 'set'>>,
  prefix: string,
): void {
  test('of a thousand concurrent requests, as many as allowed pass', async () => {
    const minute = 60_000_000
    const store = open()
    const all = await Promise.all(
      Array.from({ length: 1000 }, () => store.charge('side', minute, 100 * minute)),
    )
    expect(all.filter(({ isTaken }) => isTaken)).toHaveLength(100)
  })

  test('used capacity recovers by the clock of Redis, and leaves no key behind', async () => {
    const most = 2_000_000
    const store = open()
    const redis = await client()
    expect(await store.charge('time', most, most)).toEqual({ isTaken: true, owed: most })
    const refused = await store.charge('time', most, most)
    expect(refused.isTaken).toBe(false)
    expect(refused.owed).toBeGreaterThan(0)
    expect(refused.owed).toBeLessThanOrEqual(most)
    expect(await redis.pttl(`${prefix}time`)).toBeGreaterThan(0)
    await expect.poll(() => redis.exists(`${prefix}time`)).toBe(0)
    expect((await store.charge('time', most, most)).isTaken).toBe(true)
  })

  test('returned capacity is available again', async () => {
    const most = 60_000_000
    const store = open()
    await store.charge('back', most, most)
    expect((await store.charge('back', -most / 2, most)).owed).toBeLessThanOrEqual(most / 2)
    expect((await store.charge('back', -most, most)).isTaken).toBe(true)
    expect(await (await client()).exists(`${prefix}back`)).toBe(0)
  })

  test('a value that is invalid or out of range blocks no client for longer than a full bucket', async () => {
    const store = open()
    const redis = await client()
    await redis.set(`${prefix}far`, '9000000000000000')
    expect(await store.charge('far', 1000, 60_000_000)).toEqual({
      isTaken: false,
      owed: 60_000_000,
    })
    await redis.set(`${prefix}text`, 'text')
    expect(await store.charge('text', 1000, 1000)).toEqual({ isTaken: true, owed: 1000 })
  })
}

test('a function that returns something else gets an error', async () => {
  const forgotten = new RedisRateLimits(async () => undefined)
  await expect(forgotten.charge('key', 1, 1)).rejects.toThrow(
    'The function that was passed to RedisRateLimits must resolve with the result of the script.',
  )
})
