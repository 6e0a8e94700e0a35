import { afterEach, beforeEach, expect, test } from 'vitest'
import { createShop, postOrder } from './shop.ts'

let shop: Awaited<ReturnType<typeof createShop>>
beforeEach(async () => void (shop = await createShop()))
afterEach(() => shop.container[Symbol.asyncDispose]())

test('an order is taken', async () => {
  const response = await postOrder(shop, { email: 'ada@example.com', pieces: 2 })

  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ id: 1, email: 'ada@example.com', pieces: 2 })
})

test('an order for nothing is refused', async () => {
  const response = await postOrder(shop, { email: 'ada@example.com', pieces: 0 })

  expect(response.status).toBe(422)
  expect(await response.json()).toEqual({ errors: { pieces: ['must be greater than 0.'] } })
})
