import { expect, test } from 'vitest'
import { verifies } from '../../../../spec/verifies.ts'
import {
  DeleteController,
  My_ThingController,
  TypesController,
  ÄpfelController,
} from './fixtures/awkward.ts'
import { served, writtenClient } from './written-client.ts'

const controllers = [TypesController, DeleteController, My_ThingController, ÄpfelController]

verifies(
  'client.names',
  'names that JavaScript, TypeScript or the client has are no obstacle',
  async () => {
    const program = `
    import type { Client } from './client/index.js'
    import type { ApiMap } from './client/types.js'
    export async function use({ typesGroup: types, deleteGroup, my_Thing, äpfel }: Client): Promise<unknown[]> {
      const map: ApiMap = await types.list({ id: 1, body: { value: 2 } })
      const told: 'it\\'s "quoted" \`ticked\`' = await types.default()
      void [(await types.date()).map.value, types.types, types.types_get_awkward_kinds]
      return [map, told, await deleteGroup.runtime(), await my_Thing.show(), await äpfel.show()]
    }`
    const settings = { query: true }
    const client = await writtenClient(controllers, { 'main.ts': program }, settings)

    expect(await client.compile()).toBe('')
    const { createClient } = await client.load()
    const api = createClient({ baseUrl: await served(controllers) })
    expect(await api.typesGroup.list({ id: 1, body: { value: 2 } })).toEqual({ value: 2 })
    expect(await api.typesGroup.then_()).toBe('then')
    expect(await api.typesGroup.default()).toBe('it\'s "quoted" `ticked`')
    expect(await api.typesGroup.types_get_awkward_kinds({ kind: 'a' })).toBe('a')
    expect(await api.deleteGroup.runtime()).toBe('runtime')
    expect(await api.my_Thing.show()).toBe('mine')
    expect(await api.äpfel.show()).toBe('apples')
  },
)

test('a client without options has none', async () => {
  const { load } = await writtenClient(controllers)
  const { createClient } = await load()
  await expect(createClient().my_Thing.show()).rejects.toThrow('no page. Pass { client }.')
})
