import { createApp } from 'fw'
import { MemoryQueue, Queue, Worker } from '@fw/queue'
import { afterEach, beforeEach, expect, test } from 'vitest'

let app: Awaited<ReturnType<typeof createApp>>

beforeEach(async () => {
  app = await createApp(new URL('..', import.meta.url), {
    validateResponses: true,
    bootstrap: (container) => void container.instance(Queue, new MemoryQueue()),
  })
})

afterEach(() => app.container[Symbol.asyncDispose]())

async function call(method: string, path: string, body?: object): Promise<[number, unknown]> {
  const sent = body && { body: JSON.stringify(body) }
  const request = new Request(`http://localhost${path}`, { method, ...sent })
  const response = await app.kernel.fetch(request)
  return [response.status, await response.json()]
}

test('an order is taken, and a worker confirms it', async () => {
  const order = { email: 'ada@example.com', pieces: 2 }
  const [status, taken] = await call('POST', '/orders', order)
  expect([status, taken]).toEqual([201, expect.objectContaining({ ...order, confirmedAt: null })])

  const { id } = taken as { id: number }
  const stop = new AbortController()
  const working = new Worker(app.container.get(Queue), app.container).run(stop.signal)
  await expect
    .poll(() => call('GET', `/orders/${id}`))
    .toEqual([200, expect.objectContaining({ confirmedAt: expect.any(String) })])
  stop.abort()
  await working
})

test('an order for nothing is refused', async () => {
  expect(await call('POST', '/orders', { email: 'ada', pieces: 0 })).toEqual([
    422,
    { errors: { email: ['must be a valid email address.'], pieces: ['must be at least 1.'] } },
  ])
})
