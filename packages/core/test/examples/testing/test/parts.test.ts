import { Hydrator } from '@fw/core'
import { expect, test } from 'vitest'
import { NewOrder, SendReceipt } from '../src/orders.ts'
import { RecordingMailer } from './shop.ts'

test('a class of data checks itself', () => {
  const wrong = { email: 'ada', pieces: '2' }

  expect(() => new Hydrator().hydrate(NewOrder, wrong)).toThrow(
    expect.objectContaining({
      errors: {
        email: ['must be a valid email address.'],
        pieces: ['must be an integer.'],
      },
    }),
  )
})

test('a job is an object with a method', async () => {
  const mailer = new RecordingMailer()

  await new SendReceipt(7, 'ada@example.com').handle(mailer)

  expect(mailer.sent).toEqual([
    'ada@example.com: Thank you for order 7.',
  ])
})
