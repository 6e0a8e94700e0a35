import '@fw/transform/register'
import { isDeepStrictEqual } from 'node:util'
import { runInProcess } from '../in-process.ts'
import type { MeasuredCall } from '../measure.ts'
import { invalidOrder, invalidOrderErrors, validOrder } from '../orders/payloads.ts'

const { contestants, Refused } = await import('./contestants.ts')
const { bookingContestants, invalidBooking, validBooking } = await import('./bookings.ts')

await runInProcess<unknown>({
  name: 'validation',
  description: [
    'From parsed JSON to a checked order of classes (customer, five lines, e-mail, pattern, ranges), or to',
    'all of its errors in equal words: median of the rounds and of their ratios to the function written by',
    'hand, in brackets the middle half. typia is left out, because it needs a plugin of the compiler.',
  ],
  subject: 'order',
  contestants,
  rows: {
    valid: { verify: verifyValid, createInputs: () => copies(validOrder) },
    invalid: { verify: verifyInvalid, createInputs: () => copies(invalidOrder) },
  },
})

await runInProcess<unknown>({
  name: 'validation-rules',
  description: [
    'From parsed JSON to a booking that transforms change (trim, lower case) and a method of the class checks, or',
    'to its errors: median of the rounds and of their ratios to the function written by hand, in brackets the',
    'middle half. By hand the errors are returned; fw throws them, and so does `thrown`, without a stack too.',
  ],
  subject: 'booking',
  contestants: bookingContestants,
  rows: {
    'changed and checked': {
      verify: verifyBooking(validBooking, {
        ...validBooking,
        email: 'ada.lovelace@example.com',
        name: 'Ada Lovelace',
        note: 'By the window.',
      }),
      createInputs: () => copies(validBooking),
    },
    'refused by the check': {
      verify: verifyBooking(invalidBooking, { errors: { to: ['must be after from.'] } }),
      createInputs: () => copies(invalidBooking),
    },
  },
})

function verifyBooking(data: object, expected: object) {
  return (read: MeasuredCall<unknown>, name: string): void => {
    const found: unknown = JSON.parse(JSON.stringify(read(structuredClone(data))))
    if (isDeepStrictEqual(found, expected)) return
    throw new Error(`${name} makes ${JSON.stringify(found)} of a booking.`)
  }
}

function verifyValid(read: MeasuredCall<unknown>, name: string): void {
  const order = read(structuredClone(validOrder))
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(order)), validOrder)) return
  throw new Error(`${name} reads ${JSON.stringify(order)}.`)
}

function verifyInvalid(read: MeasuredCall<unknown>, name: string): void {
  const refused = read(structuredClone(invalidOrder))
  const isRefused = refused instanceof Refused
  if (isRefused && isDeepStrictEqual({ ...refused.errors }, invalidOrderErrors)) return
  throw new Error(`${name} says ${JSON.stringify(refused)} about an invalid order.`)
}

function copies(order: object): unknown[] {
  const text = JSON.stringify(order)
  return Array.from({ length: 400 }, () => JSON.parse(text) as unknown)
}
