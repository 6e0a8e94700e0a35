import { MemoryQueue, Queue, Worker } from '@fw/queue'
import { Config, createApp } from 'fw'
import { beforeEach, expect, test } from 'vitest'
import { Database } from '../src/database.ts'

let app: Awaited<ReturnType<typeof createApp>>

beforeEach(async () => {
  app = await createApp(new URL('..', import.meta.url), {
    bootstrap(container) {
      container.instance(Database, new Database(Config.of({ DB_NAME: ':memory:' })))
      container.instance(Queue, new MemoryQueue())
    },
  })
})

async function ask(method: string, path: string): Promise<unknown> {
  const response = await app.kernel.fetch(new Request(`http://localhost${path}`, { method }))
  return response.json()
}

test('a direct ping is answered at once', async () => {
  expect(await ask('POST', '/pong/direct')).toEqual({ id: 1, scenario: 'direct', status: 'ponged' })
})

test('a queued ping waits for a worker', async () => {
  expect(await ask('POST', '/pong/queued')).toMatchObject({ id: 1, status: 'pending' })

  const stop = new AbortController()
  const working = new Worker(app.container.get(Queue), app.container).run(stop.signal)
  await expect
    .poll(() => ask('GET', '/pings/1'), { timeout: 10_000 })
    .toMatchObject({
      status: 'ponged',
    })
  stop.abort()
  await working
})
