import { once } from 'node:events'
import type { Cluster } from 'ioredis'
import { Config } from '@fw/core'
import { readRedis } from '@fw/core/internals'
import { createRedis } from '@fw/core/redis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startRedisCluster,
  type RedisTopology,
} from '../../../../query/test/databases/redis-topologies.ts'

let cluster: RedisTopology

beforeAll(async () => {
  cluster = await startRedisCluster()
})

afterAll(() => cluster?.stop())

/** Returns a client that is connected to all nodes. */
async function connectToAll(): Promise<Cluster> {
  const client = createRedis({
    ...readRedis(Config.of(cluster.settings)).connection,
    maxRetriesPerRequest: null,
  }) as Cluster
  await client.set('a', '1')
  await Promise.all(client.nodes().map((node) => node.ping()))
  return client
}

test('a client can be disconnected and connected again at once', async () => {
  const client = await connectToAll()
  client.disconnect()
  await client.connect()
  expect(await client.get('a')).toBe('1')
  client.disconnect()
})

test('commands wait for a client that connects again', async () => {
  const client = await connectToAll()
  client.disconnect()
  await once(client, 'end')
  client.connect().catch(() => {})
  expect(await client.get('a')).toBe('1')
  await expect(client.connect()).rejects.toThrow('already connect')
  client.disconnect()
})

test('a client that has ended does not change its status when a late connection ends', async () => {
  const client = await connectToAll()
  cluster.processes[2]?.freeze()
  try {
    const nodes = client.nodes()
    const ended = Promise.all(nodes.map((node) => once(node, 'end')))
    client.disconnect()
    await once(client, 'end')
    await ended
    await expect.poll(() => client.status).toBe('end')
  } finally {
    cluster.processes[2]?.thaw()
  }
})

test('a client that waits to connect again can be disconnected', async () => {
  const client = await connectToAll()
  client.disconnect(true)
  await once(client, 'reconnecting')
  const pending = client.get('a')
  client.disconnect()
  await once(client, 'end')
  await expect(pending).rejects.toThrow()
})
