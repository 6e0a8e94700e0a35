import { expect, test } from 'vitest'
import { createApp } from '@fw/core'
import { container } from './events/by-hand.ts'
import { Outbox } from './events/src/outbox.ts'

test('a request reaches the listener of the page', async () => {
  const app = await createApp(new URL('./events/', import.meta.url))

  const response = await app.kernel.fetch(
    new Request('http://localhost/orders/7', { method: 'POST' }),
  )

  expect(response.status).toBe(204)
  expect(app.container.get(Outbox).mails).toEqual(['ada@example.com: Thank you for order 7.'])
})

test('the program without discovery prints what the page says', async () => {
  expect(container.get(Outbox).mails).toEqual(['ada@example.com: Thank you for order 1.'])
})
