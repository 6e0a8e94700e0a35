import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Container, Hydrator, Kernel, Router, ValidationFailed } from '@fw/core'
import { Line, PlaceOrder } from './types/src/place-order.ts'
import { Decimal } from './types/src/decimal.ts'
import { Signups } from './types/src/signup.ts'
import { Stock } from './types/src/refused.ts'
import config from './types/vitest.config.ts'

const order = {
  email: 'ann@example.com',
  lines: [{ sku: 'tea', quantity: 2 }],
  shipTo: { street: 'High Street 1', city: 'York' },
  currency: 'EUR',
  deliverOn: '2026-07-01T09:00:00Z',
}

test('the class of the page is filled by its types', () => {
  const placed = new Hydrator().hydrate(PlaceOrder, order)

  expect(placed.lines).toEqual([new Line('tea', 2)])
  expect(placed.lines[0]).toBeInstanceOf(Line)
  expect(placed.deliverOn).toEqual(new Date(order.deliverOn))
  expect([placed.note, placed.express]).toEqual([undefined, false])
})

test('values that the types of the page do not allow are rejected', () => {
  const wrong = { ...order, lines: [{ sku: 1, quantity: 1.5 }], currency: 'GBP', shipTo: {} }

  expect(() => new Hydrator().hydrate(PlaceOrder, wrong)).toThrow(
    expect.objectContaining({
      errors: {
        'lines.0.sku': ['must be a string.'],
        'lines.0.quantity': ['must be an integer.'],
        currency: ['must be one of: EUR, USD.'],
        'shipTo.street': ['is required.'],
        'shipTo.city': ['is required.'],
      },
    }) as ValidationFailed,
  )
})

test('the error of the page is the one for a type that cannot be read', () => {
  const message = readFileSync(new URL('types/refused.txt', import.meta.url), 'utf8').trim()
  const file = 'packages/core/test/examples/types/src/refused.ts'

  expect(() => new Hydrator().hydrate(Stock, {})).toThrow(
    message.replaceAll('src/refused.ts', file),
  )
})

test('the schema of the page is the type of a body', async () => {
  const kernel = new Kernel(new Container().boot(), new Router().register(Signups))
  const post = async (body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) }
    return await (await kernel.fetch(new Request('http://localhost/signups', init))).json()
  }
  const data = { name: ' Ann ', password: 'correct horse', again: 'correct horse' }
  expect(await post(data)).toEqual({ welcome: 'Ann' })
  expect(await post({ ...data, again: '' })).toEqual({ errors: { again: ['differs.'] } })
})

class Priced {
  constructor(readonly price: Decimal) {}
}

test('the scalar of the page is read, and refused with its own message', () => {
  const read = (price: unknown) => new Hydrator().hydrate(Priced, { price })
  expect(read('12.50').price).toEqual(new Decimal('12.50'))
  expect(() => read('12,50')).toThrow('price must be a decimal number.')
  expect(() => read('1'.repeat(21))).toThrow('price must have at most 20 digits.')
})

test('the configuration of the page holds the plugin', () => {
  expect(config.plugins).toMatchObject([{ name: '@fw/transform' }])
})
