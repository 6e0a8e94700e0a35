import { RedisQueue } from '@fw/queue/redis'
import { Redis } from 'ioredis'
import { expect, test, vi } from 'vitest'
import { startServer } from '../../query/test/databases/start-server.ts'
import { Write } from './fixtures/jobs.ts'

test('a push to a Redis that has become a replica fails, and the next one has another connection', async () => {
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
  await vi.waitFor(async () => {
    const after = await clients()
    expect(after.filter((id) => before.includes(id))).toEqual([])
    expect(after).not.toEqual([])
  }, 10_000)
  await admin.call('REPLICAOF', 'NO', 'ONE')
  await queue.push(new Write('c'))
  expect(await queue.stats()).toMatchObject([{ waiting: 2 }])
  await queue.close()
  await admin.quit()
  await server.stop()
}, 60_000)
