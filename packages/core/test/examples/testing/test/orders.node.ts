import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createShop, postOrder } from './shop.ts'

test('an order is taken', async () => {
  const shop = await createShop()
  const order = { email: 'ada@example.com', pieces: 2 }
  const response = await postOrder(shop, order)

  assert.equal(response.status, 201)
  assert.deepEqual(await response.json(), { id: 1, ...order })
})
