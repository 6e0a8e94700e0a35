import { serve } from '@fw/core/node'
import { expect, test } from 'vitest'
import { createShop } from './shop.ts'

test('the shop listens', async () => {
  const { kernel } = await createShop()
  const server = await serve(kernel, { host: '127.0.0.1', port: 0 })

  const response = await fetch(
    `http://127.0.0.1:${server.port}/openapi.json`,
  )

  expect(response.status).toBe(200)
  await server.close()
})
