import { Queue } from '@fw/queue'
import { expect, test } from 'vitest'
import { createDesk, openTicket } from './desk.ts'

test('a ticket adds a receipt to the queue', async () => {
  const desk = await createDesk()
  const customer = 'ada@example.com'
  await openTicket(desk, { customer, subject: 'It is broken.' })
  const stats = await desk.container.get(Queue).stats()
  expect(stats).toMatchObject([{ queue: 'default', waiting: 1 }])
})
