import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from '@fw/queue'
import { RedisQueue } from '@fw/queue/redis'
import { Config, Container, JsonLogger, Logger } from '@fw/core'
import { readRedis } from '@fw/core/internals'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import {
  startRedisCluster,
  startSentinels,
  type RedisTopology,
} from '../../query/test/databases/redis-topologies.ts'
import { startServer } from '../../query/test/databases/start-server.ts'
import { Notes, Write } from './fixtures/jobs.ts'

test('a push to a Redis that has become a replica fails, and the next one uses another connection', async () => {
  const server = await startServer('redis')
  if (!server) throw new Error('There is no Redis to start.')
  const { hostname, port } = new URL(server.url)
  const admin = new Redis(server.url)
  const clients = async () => {
    const list = (await admin.call('CLIENT', 'LIST')) as string
    const ids = [...list.matchAll(/^id=(\d+)/gm)].map(([, id]) => Number(id))
    const own = Number(await admin.call('CLIENT', 'ID'))
    return ids.filter((id) => id !== own)
  }
  const queue = new RedisQueue({ host: hostname, port: Number(port) })
  await queue.push(new Write('a'))
  const before = await clients()
  expect(before).not.toEqual([])
  await admin.call('REPLICAOF', '127.0.0.1', '1')
  await expect(queue.push(new Write('b'))).rejects.toThrow('READONLY')
  await expect
    .poll(clients)
    .toSatisfy((after: number[]) => after.length > 0 && !after.some((id) => before.includes(id)))
  await admin.call('REPLICAOF', 'NO', 'ONE')
  await queue.push(new Write('c'))
  expect(await queue.stats()).toMatchObject([{ waiting: 2 }])
  await queue.close()
  await admin.quit()
  await server.stop()
})

const topologies = {
  // Longer than the blocking commands of a worker.
  'a cluster': () => startRedisCluster(1, 6000),
  sentinels: startSentinels,
}

for (const [title, start] of Object.entries(topologies)) {
  for (const how of ['kill', 'freeze', 'hand over'] as const) {
    test(`no job is lost if the primary of ${title} is replaced (${how})`, async () => {
      const topology = await start()
      try {
        await survivesFailover(topology, how)
      } finally {
        await topology.stop()
      }
    }, 180_000)
  }
}

const workers = 2
const concurrency = 4

/** Pushes before the failover, and from its start until a while after it. */
async function survivesFailover(
  topology: RedisTopology,
  how: 'kill' | 'freeze' | 'hand over',
): Promise<void> {
  const queue = new RedisQueue(readRedis(Config.of(topology.settings)).connection)
  const notes = new Notes()
  const container = new Container()
    .instance(Notes, notes)
    .instance(Logger, new JsonLogger({ level: 'silent' }))
    .boot()
  const stop = new AbortController()
  const running = Array.from({ length: workers }, () =>
    new Worker(queue, container, { concurrency, leaseSeconds: 3 }).run(stop.signal),
  )
  const accepted: string[] = []
  let number = 0
  const push = async () => {
    const name = String(number++)
    await queue.push(new Write(name)).then(
      () => accepted.push(name),
      () => sleep(20),
    )
    await sleep(5)
  }
  while (accepted.length <= 50) await push()

  const isOver = new AbortController()
  let pushing: Promise<void> | undefined
  await topology.failOver('{default}', how, () => {
    pushing = (async () => {
      while (!isOver.signal.aborted) await push()
    })()
  })

  const count = accepted.length
  await expect.poll(() => accepted.length).toBeGreaterThan(count + 50)
  isOver.abort()
  await pushing
  const missing = () => accepted.filter((name) => !notes.lines.includes(name))
  await expect.poll(missing).toEqual([])
  await expect.poll(() => queue.stats()).toEqual([])
  expect(await queue.failed()).toEqual([])
  // Only a job that ran, or a push that waited, during the failover may be repeated.
  const repeated = notes.lines.length - new Set(notes.lines).size
  expect(repeated).toBeLessThanOrEqual(workers * concurrency + 1)
  stop.abort()
  await Promise.all(running)
  await queue.close()
}
