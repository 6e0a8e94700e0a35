import { randomUUID } from 'node:crypto'
import { RedisQueue } from '@fw/queue/redis'
import { Queue } from 'bullmq'
import { Config } from '@fw/core'
import { readRedis } from '@fw/core/internals'
import { createRedis } from '@fw/core/redis'
import { expect, test } from 'vitest'
import {
  describeTopologies,
  type RedisTopology,
} from '../../query/test/databases/redis-topologies.ts'
import { describeQueue } from './contract.ts'
import { Write } from './fixtures/jobs.ts'
import { describeJobOptions } from './options/contract.ts'

await describeTopologies((title, topology) => {
  let prefix = ''
  const open = async () => {
    prefix = `fw-test-${randomUUID()}`
    return new RedisQueue(connectionOf(topology()), { prefix })
  }
  describeQueue(`the queue on ${title}`, open)
  describeJobOptions(`settings in the queue on ${title}`, open, () => makeDue(topology(), prefix))

  test('pushes fail while no server responds, and then work again', async () => {
    const queue = await open()
    const { processes } = topology()
    await queue.push(new Write('before'))
    for (const process of processes) process.freeze()
    try {
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await expect(queue.push(new Write('during'))).rejects.toThrow('it does not respond.')
      }
    } finally {
      for (const process of processes) process.thaw()
    }
    const push = () => queue.push(new Write('after')).catch(() => undefined)
    await expect.poll(push, { interval: 200 }).toMatch(/^default/)
    await queue.close()
  })

  test('a prefix with a hash tag is not changed', async () => {
    await open()
    const queue = new RedisQueue(connectionOf(topology()), { prefix: `{${prefix}}` })
    await queue.push(new Write('a'), { queue: 'one' })
    await queue.push(new Write('b'), { queue: 'two' })
    const found = await keysOf(topology(), `{${prefix}}:*:id`)
    expect(found.toSorted()).toEqual([`{${prefix}}:one:id`, `{${prefix}}:two:id`])
    await queue.close()
  })
})

function connectionOf({ settings }: RedisTopology) {
  return readRedis(Config.of(settings)).connection
}

async function keysOf(topology: RedisTopology, pattern: string): Promise<string[]> {
  const client = createRedis(connectionOf(topology))
  await client.ping()
  const nodes = 'nodes' in client ? client.nodes('master') : [client]
  const found = await Promise.all(nodes.map((node) => node.keys(pattern)))
  client.disconnect()
  return found.flat()
}

/** Makes delayed jobs due. */
async function makeDue(topology: RedisTopology, prefix: string): Promise<void> {
  for (const key of await keysOf(topology, `${prefix}:*:id`)) {
    const [, ofQueue = '', name = ''] = /^(.*):([^:]*):id$/u.exec(key) ?? []
    const connection = createRedis({ ...connectionOf(topology), maxRetriesPerRequest: null })
    const queue = new Queue(name, { connection, prefix: ofQueue })
    await queue.promoteJobs()
    await queue.close()
    connection.disconnect()
  }
}
