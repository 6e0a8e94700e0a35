import '@fw/transform/register'
import { isDeepStrictEqual } from 'node:util'
import { runInProcess } from '../in-process.ts'
import type { MeasuredCall } from '../measure.ts'
import { invalidOrder, invalidOrderErrors, validOrder } from '../orders/payloads.ts'

const { contestants, Refused } = await import('./contestants.ts')

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
