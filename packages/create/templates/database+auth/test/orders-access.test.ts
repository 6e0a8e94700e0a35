import { createApp } from '@fw/core'
import { expect, test } from 'vitest'
import { useTestDatabase } from './database.ts'

useTestDatabase()

test('only callers with a key read and accept orders', async () => {
  const { kernel, container } = await createApp(new URL('..', import.meta.url))
  const status = async (init?: RequestInit) =>
    (await kernel.fetch(new Request('http://localhost/orders', init))).status

  expect(await status()).toBe(401)
  const body = JSON.stringify({ email: 'ada@example.com', pieces: 2 })
  expect(await status({ method: 'POST', body })).toBe(401)
  await container[Symbol.asyncDispose]()
})
