import { Config } from '@fw/core'
import { readRedis } from '@fw/core/internals'
import { RedisConnection } from '@fw/core/redis'
import { expect, onTestFinished, test } from 'vitest'
import type { TopologyTitle } from '../../../../query/test/databases/redis-topologies.ts'
import { connectToTopologies } from './connect-to-topologies.ts'

type Settings = Readonly<Record<string, string>>

function ping(settings: Settings): Promise<void> {
  const redis = new RedisConnection(readRedis(Config.of(settings)).connection)
  onTestFinished(() => redis.close())
  return redis.ping()
}

const wrong: Record<TopologyTitle, readonly (readonly [Settings, string])[]> = {
  'Redis Cluster': [
    [
      { REDIS_PASSWORD: 'wrong' },
      'it refused the user or the password. Correct REDIS_CLUSTER, or REDIS_USER and REDIS_PASSWORD.',
    ],
  ],
  'Redis Sentinel': [
    [
      { REDIS_PASSWORD: 'wrong' },
      'it refused the user or the password. Correct REDIS_SENTINEL, or REDIS_USER and REDIS_PASSWORD.',
    ],
    [
      { REDIS_SENTINEL_PASSWORD: 'wrong' },
      'the sentinels refused the user or the password. Correct REDIS_SENTINEL_USER and REDIS_SENTINEL_PASSWORD.',
    ],
    [
      { REDIS_SENTINEL_NAME: 'other' },
      'the sentinels have no primary of that name. Correct REDIS_SENTINEL_NAME.',
    ],
  ],
}

await connectToTopologies((title, redis, topology) => {
  test('the correct settings connect', async () => {
    await redis().ping()
  })

  for (const [settings, message] of wrong[title]) {
    test(`a wrong ${Object.keys(settings).join()} results in an error that contains the setting to change`, async () => {
      await expect(ping({ ...topology().settings, ...settings })).rejects.toThrow(message)
    })
  }

  test('the error for the other kind of server contains the setting to change', async () => {
    const primary = await topology().primaryOf('any')
    const { REDIS_PASSWORD = '' } = topology().settings
    const [settings, message] =
      title === 'Redis Cluster'
        ? [
            { REDIS_PORT: String(primary.port) },
            'it is part of a cluster. Set REDIS_CLUSTER, not REDIS_URL.',
          ]
        : [
            { REDIS_CLUSTER: primary.address },
            'it is not a cluster. Set REDIS_URL, not REDIS_CLUSTER.',
          ]
    const other = new RedisConnection(
      readRedis(Config.of({ ...settings, REDIS_PASSWORD })).connection,
    )
    onTestFinished(() => other.close())
    const reads = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) =>
      other.run("return redis.call('GET', KEYS[1])", [key], []),
    )
    await expect(Promise.all(reads)).rejects.toThrow(message)
  })
})
