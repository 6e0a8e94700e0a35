import { createApp } from '@fw/core'
import { expect, test } from 'vitest'

const { kernel } = await createApp(new URL('..', import.meta.url))

function sign(entry: object): Promise<Response> {
  const init = { method: 'POST', body: JSON.stringify(entry) }
  return kernel.fetch(new Request('http://localhost/entries', init))
}

test('what a guest writes can be read', async () => {
  const entry = { name: 'Ada', text: 'Lovely.', stars: 5 }
  const signed = await sign(entry)
  expect(signed.status).toBe(201)

  const request = new Request('http://localhost/entries/1')
  const shown = await kernel.fetch(request)
  expect(await shown.json()).toEqual({ id: 1, ...entry })
})

test('a guest without a name is a 422', async () => {
  const refused = await sign({ name: ' ', text: 'Lovely.', stars: 5 })

  expect(refused.status).toBe(422)
  expect(await refused.json()).toEqual({
    errors: { name: ['must not be blank.'] },
  })
})
