import { createApp__principal__ } from '@fw/core'
import { __actingas__ } from '@fw/core/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from './database.ts'

const __caller__ = new Principal({ id: 'ada' })
let app: Awaited<ReturnType<typeof createApp>>

useTestDatabase()

beforeEach(async () => {
  app = await createApp(new URL('..', import.meta.url), { validateResponses: true })
})

afterEach(() => app.container[Symbol.asyncDispose]())

async function call(method: string, path: string, body?: object): Promise<[number, unknown]> {
  const sent = body && { body: JSON.stringify(body) }
  const request = new Request(`http://localhost${path}`, { method, ...sent })
  const response = await app.kernel.fetch(__request__)
  return [response.status, await response.json()]
}

test('an order is stored', async () => {
  const order = { email: 'ada@example.com', pieces: 2 }
  const [status, taken] = await call('POST', '/orders', order)
  expect([status, taken]).toEqual([201, expect.objectContaining({ ...order, confirmedAt: null })])

  const { id } = taken as { id: number }
  expect(await call('GET', `/orders/${id}`)).toEqual([200, taken])
  expect(await call('GET', '/orders?limit=1')).toEqual([200, [taken]])
})

test('an order of 0 pieces is rejected', async () => {
  expect(await call('POST', '/orders', { email: 'ada', pieces: 0 })).toEqual([
    422,
    { errors: { email: ['must be a valid email address.'], pieces: ['must be at least 1.'] } },
  ])
})
