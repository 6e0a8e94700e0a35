import { createApp } from '@fw/core'
import { expect, test } from 'vitest'

test('anyone reads notes, but only callers with a key write and delete them', async () => {
  const { kernel } = await createApp(new URL('..', import.meta.url))
  const status = async (path: string, init?: RequestInit) =>
    (await kernel.fetch(new Request(`http://localhost${path}`, init))).status

  expect(await status('/notes')).toBe(200)
  const body = JSON.stringify({ text: 'Buy milk.' })
  expect(await status('/notes', { method: 'POST', body })).toBe(401)
  expect(await status('/notes/1', { method: 'DELETE' })).toBe(401)
})
