import { ApiKeys } from '@fw/auth'
import { createApp } from '@fw/core'
import { expect, test } from 'vitest'

test('a caller with a key is authenticated, and one without is rejected', async () => {
  const { key, id, hash } = ApiKeys.create('app')
  process.env['API_KEYS'] = `${id}:${hash}:ada`
  const { kernel } = await createApp(new URL('..', import.meta.url), { validateResponses: true })
  const me = (headers: Record<string, string>) =>
    kernel.fetch(new Request('http://localhost/me', { headers }))

  expect((await me({})).status).toBe(401)
  const known = await me({ authorization: `Bearer ${key}` })
  expect(await known.json()).toEqual({ id: 'ada' })
})
