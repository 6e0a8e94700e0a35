import { Queue, Worker } from '@fw/queue'
import { expect, test } from 'vitest'
import { Mailer } from '../src/mailer.ts'
import { createShop, postOrder, type RecordingMailer } from './shop.ts'

test('a receipt follows an order', async () => {
  const shop = await createShop()
  const queue = shop.container.get(Queue)
  const mailer = shop.container.get(Mailer) as RecordingMailer

  const order = { email: 'ada@example.com', pieces: 2 }
  await postOrder(shop, order)
  const waiting = [{ queue: 'default', waiting: 1 }]
  expect(await queue.stats()).toMatchObject(waiting)

  const stop = new AbortController()
  const working = new Worker(queue, shop.container).run(stop.signal)
  const mail = 'ada@example.com: Thank you for order 1.'
  await expect.poll(() => mailer.sent).toEqual([mail])
  stop.abort()
  await working
})
