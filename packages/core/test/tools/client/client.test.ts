import { expect, test } from 'vitest'
import { LoafController } from './fixtures/bakery.ts'
import { served, writtenClient } from './written-client.ts'

const program = `
import { ApiError, type Client, createClient, loaf } from './client/index.js'
import type { Loaf } from './client/types.js'

export async function bake(baseUrl: string): Promise<readonly Date[]> {
  const api: Client = createClient({ baseUrl })
  const made: Loaf = await api.loaf.bake({ body: { id: 1, name: 'rye', bakedAt: new Date(0) } })
  const all = await loaf.list({ name: 'rye' }, { client: api })
  return [made.bakedAt, ...all.map(({ bakedAt }) => bakedAt)]
}

export async function tell(api: Client): Promise<string> {
  const shown = await api.loaf.show.safe({ id: 2 })
  switch (shown.kind) {
    case 'ok':
      return shown.data.name
    case 'error':
      return shown.status === 404 ? shown.body.error : 'malformed'
    case 'validation':
      return String(shown.errors.id?.[0])
    case 'unexpected':
      return String(shown.body)
    default:
      return String(shown.cause)
  }
}

export function misuse(api: Client): unknown {
  // @ts-expect-error a loaf has no such field
  const wrong = api.loaf.bake({ body: { id: 1, name: 'rye', bakedAt: new Date(), crust: 1 } })
  // @ts-expect-error an id is a number
  const text = api.loaf.show({ id: '1' })
  // @ts-expect-error operations alone make these
  const made = new ApiError('mine')
  return [wrong, text, made]
}
`

test('the operations of a client call the routes of a server', async () => {
  const client = await writtenClient([LoafController], { 'main.ts': program })

  expect(await client.compile()).toBe('')
  const { createClient, loaf } = await client.load()
  const api = createClient({ baseUrl: await served([LoafController]) })
  const bakedAt = new Date('2026-11-22T10:00:00.000Z')

  const body = { id: 1, name: 'rye', bakedAt, crumbs: [{ weight: 2, of: 'crust' }] }
  expect(await api.loaf.bake({ body })).toEqual({ ...body, eatenAt: null })
  expect(await loaf.list({ name: 'rye', least: 1 }, { client: api })).toEqual([
    { ...body, eatenAt: null },
  ])
  expect(await api.loaf.list()).toHaveLength(1)
  expect(await api.loaf.list({ least: 2 })).toEqual([])
  expect(await api.loaf.remove({ id: 1 })).toBeUndefined()
  expect(await api.loaf.show.safe({ id: 1 })).toMatchObject({
    kind: 'error',
    status: 404,
    body: { error: 'There is no loaf 1.' },
  })
})

test('a method without a declared return type returns unknown, and is reported', async () => {
  const client = await writtenClient([LoafController])

  expect(client.undeclared).toEqual(['LoafController.untyped'])
  const { loaf } = await client.load()
  const baseUrl = await served([LoafController])
  expect(await loaf.untyped({}, { client: { baseUrl } })).toEqual({ any: 'thing' })
})
