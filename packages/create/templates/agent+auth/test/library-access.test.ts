import { createApp } from '@fw/core'
import { expect, test } from 'vitest'

test('anyone finds books, but only callers with a key add them', async () => {
  const { kernel } = await createApp(new URL('..', import.meta.url))
  const status = async (init?: RequestInit) =>
    (await kernel.fetch(new Request('http://localhost/books', init))).status

  expect(await status()).toBe(200)
  const body = JSON.stringify({ title: 'Persuasion' })
  expect(await status({ method: 'POST', body })).toBe(401)
})
