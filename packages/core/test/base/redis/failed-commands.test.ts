import { randomUUID } from 'node:crypto'
import { Config } from '@fw/core'
import { readRedis } from '@fw/core/internals'
import { createRedis } from '@fw/core/redis'
import { expect, test } from 'vitest'
import { RedisProcess } from '../../../../query/test/databases/redis-process.ts'
import { startRedisCluster } from '../../../../query/test/databases/redis-topologies.ts'

const topologies = {
  'a server': async () => {
    const server = await RedisProcess.start([])
    const settings = { REDIS_URL: `redis://${server.address}` }
    return { settings, primaryOf: async () => server, stop: () => server.remove() }
  },
  'a cluster': () => startRedisCluster(),
}

for (const [title, start] of Object.entries(topologies)) {
  test(`a command to ${title} that hung is not sent again after its time limit`, async () => {
    const topology = await start()
    const client = createRedis({
      ...readRedis(Config.of(topology.settings)).connection,
      commandTimeout: 500,
      socketTimeout: 1500,
      retryStrategy: () => 50,
    })
    client.on('error', () => {})
    const key = randomUUID()
    const find = () => client.get(key).catch(() => undefined)
    await expect.poll(find).toBe(null)
    const server = await topology.primaryOf(key)
    server.freeze()
    const [isClosed, isConnectedAgain] =
      'nodes' in client ? ['-node', 'refresh'] : ['close', 'ready']
    const closed = new Promise((resolve) => client.once(isClosed, resolve))
    await expect(client.incr(key)).rejects.toThrow('timed out')
    await closed
    const connectedAgain = new Promise((resolve) => client.once(isConnectedAgain, resolve))
    server.thaw()
    await connectedAgain
    // The server runs the first command late. Here, it would run it twice.
    await expect.poll(find).toBe('1')
    client.disconnect()
    await topology.stop()
  })
}
