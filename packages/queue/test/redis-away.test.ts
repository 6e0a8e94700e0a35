import { Config } from '@fw/core'
import { readRedis } from '@fw/core/internals'
import { RedisQueue } from '@fw/queue/redis'
import { expect, test } from 'vitest'
import { freePort } from '../../core/test/support/free-port.ts'
import { FwProcess } from '../../core/test/support/fw-process.ts'
import { Write } from './fixtures/jobs.ts'
import { QueueApplication } from './queue-application.ts'

const modes = [
  {
    settings: (port: number) => ({ REDIS_PORT: String(port) }),
    servers: 'Redis at 127.0.0.1:',
    keys: 'REDIS_URL, or REDIS_HOST and REDIS_PORT',
  },
  {
    settings: (port: number) => ({ REDIS_CLUSTER: `127.0.0.1:${port}` }),
    servers: 'Redis Cluster at 127.0.0.1:',
    keys: 'REDIS_CLUSTER',
  },
  {
    settings: (port: number) => ({
      REDIS_SENTINEL: `127.0.0.1:${port}`,
      REDIS_SENTINEL_NAME: 'shop',
    }),
    servers: 'Redis "shop" of the sentinels at 127.0.0.1:',
    keys: 'REDIS_SENTINEL',
  },
]

for (const { settings, servers, keys } of modes) {
  test(`a worker can be stopped without Redis (${keys})`, async () => {
    const application = new QueueApplication({
      QUEUE_CONNECTION: 'redis',
      ...settings(await freePort()),
    })
    const worker = new FwProcess(application.root, ['queue:work'])
    await worker.printed(/Retrying/)
    worker.child.kill('SIGTERM')
    expect(await worker.exit).toBe(0)
  })

  test(`a push fails without Redis (${keys})`, async () => {
    const port = await freePort()
    const queue = new RedisQueue(readRedis(Config.of(settings(port))).connection)
    await expect(queue.push(new Write('a'))).rejects.toThrow(
      `${servers}${port}: it does not respond. Start it, or correct ${keys}.`,
    )
    await queue.close()
  })
}
