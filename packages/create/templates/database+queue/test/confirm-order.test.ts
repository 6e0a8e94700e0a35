import { createApp__principal__ } from '@fw/core'
import { __actingas__ } from '@fw/core/testing'
import { MemoryQueue, Queue, Worker } from '@fw/queue'
import { expect, test } from 'vitest'
import { useTestDatabase } from './database.ts'

useTestDatabase()

test('a worker confirms an order', async () => {
  const { kernel, container } = await createApp(new URL('..', import.meta.url), {
    bootstrap: (services) => void services.instance(Queue, new MemoryQueue()),
  })
  const __caller__ = new Principal({ id: 'ada' })
  const call = (init: RequestInit) => {
    const request = new Request('http://localhost/orders', init)
    return kernel.fetch(__request__)
  }
  const body = JSON.stringify({ email: 'ada@example.com', pieces: 2 })
  await call({ method: 'POST', body })

  const stop = new AbortController()
  const working = new Worker(container.get(Queue), container).run(stop.signal)
  await expect
    .poll(async () => (await call({})).json(), { timeout: 4000 })
    .toMatchObject([{ confirmedAt: expect.any(String) }])
  stop.abort()
  await working
  await container[Symbol.asyncDispose]()
})
