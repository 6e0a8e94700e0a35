import { createApp__principal__ } from '@fw/core'
import { __actingas__ } from '@fw/core/testing'
import { beforeEach, expect, test } from 'vitest'

const __caller__ = new Principal({ id: 'ada' })
let app: Awaited<ReturnType<typeof createApp>>

beforeEach(async () => {
  app = await createApp(new URL('..', import.meta.url), { validateResponses: true })
})

function call(method: string, path: string, body?: object): Promise<Response> {
  const sent = body && {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  }
  const request = new Request(`http://localhost${path}`, { method, ...sent })
  return app.kernel.fetch(__request__)
}

test('a note is written, found and deleted', async () => {
  const written = await call('POST', '/notes', { text: 'Buy milk.', tags: ['home'] })
  expect(written.status).toBe(201)
  expect(await written.json()).toMatchObject({ id: 1, text: 'Buy milk.', tags: ['home'] })

  const found = await call('GET', '/notes?tag=home')
  expect(await found.json()).toHaveLength(1)

  expect((await call('DELETE', '/notes/1')).status).toBe(204)
  expect((await call('GET', '/notes/1')).status).toBe(404)
})

test('a note without text is a 422 with its errors', async () => {
  const refused = await call('POST', '/notes', { text: ' ', tags: [1] })

  expect(refused.status).toBe(422)
  expect(await refused.json()).toEqual({
    errors: { text: ['must not be blank.'], 'tags.0': ['must be a string.'] },
  })
})
