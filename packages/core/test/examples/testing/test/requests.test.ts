import { afterEach, beforeEach, expect, test } from 'vitest'
import { createShop, postOrder } from './shop.ts'

let shop: Awaited<ReturnType<typeof createShop>>
beforeEach(async () => void (shop = await createShop()))
afterEach(() => shop.container[Symbol.asyncDispose]())

test('an order is taken', async () => {
  const order = { email: 'ada@example.com', pieces: 2 }
  const response = await postOrder(shop, order)

  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ id: 1, ...order })
})

test('an order of 0 pieces is a 422', async () => {
  const order = { email: 'ada@example.com', pieces: 0 }
  const response = await postOrder(shop, order)

  expect(response.status).toBe(422)
  expect(await response.json()).toEqual({
    errors: { pieces: ['must be greater than 0.'] },
  })
})
