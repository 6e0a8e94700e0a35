import { createApp } from '@fw/core'
import { expect, test } from 'vitest'

test('an order is totalled, and an invalid one is a 422', async () => {
  const { kernel } = await createApp(new URL('..', import.meta.url))
  const post = (body: unknown) =>
    kernel.fetch(
      new Request('http://localhost/orders', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  const lines = [{ sku: 'A', quantity: 2 }]

  const created = await post({ customer: 'ada@example.com', lines })
  expect([created.status, await created.json()]).toEqual([
    201,
    { customer: 'ada@example.com', pieces: 2 },
  ])
  expect((await post({ customer: 'nobody', lines })).status).toBe(422)
})
