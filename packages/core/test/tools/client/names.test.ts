import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Body, Get, Post, Regex } from '@fw/core'
import { expect, test } from 'vitest'
import {
  DeleteController,
  My_ThingController,
  TypesController,
  ÄpfelController,
} from './fixtures/awkward.ts'
import { type Loaded, served, writtenClient } from './written-client.ts'

const controllers = [TypesController, DeleteController, My_ThingController, ÄpfelController]

test('names that JavaScript, TypeScript or the client reserve are supported', async () => {
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
})

test('a client without options has no settings', async () => {
  const { load } = await writtenClient(controllers)
  const { createClient } = await load()
  await expect(createClient().my_Thing.show()).rejects.toThrow('Pass createClient a baseUrl.')
})

class Map {
  constructor(readonly at: Date) {}
}

class ApiMap {
  constructor(readonly on: Date) {}
}

const text = 'not schema.slot(1), runtime.list(2) or ⟦0:request⟧'

class SchemaController {
  @Post('/schema')
  check(@Body() @Regex(/^a$/u, { message: text }) name: string): string {
    return name
  }

  @Get('/maps')
  map(): Map {
    return new Map(new Date(1))
  }
}

class WordsController {
  @Get('/words')
  list(): { readonly text: 'runtime.list(3)'; readonly at: Date } {
    return { text: 'runtime.list(3)', at: new Date(3) }
  }
}

class QueriesController {
  @Get('/queries')
  show(): ApiMap {
    return new ApiMap(new Date(2))
  }
}

test('names of the files of a client are supported', async () => {
  const all = [SchemaController, WordsController, QueriesController]
  const client = await writtenClient(all, {}, { schemas: true, query: true })
  expect(await client.compile()).toBe('')
  const api = (await client.load())['createClient']({ baseUrl: await served(all) })
  expect(await api.schemaGroup.map()).toEqual({ at: new Date(1) })
  expect(await api.queriesGroup.show()).toEqual({ on: new Date(2) })
  expect(await api.wordsGroup.list()).toEqual({ text: 'runtime.list(3)', at: new Date(3) })
})

test('string literals of the application are copied as they are', async () => {
  const { folder } = await writtenClient([SchemaController], {}, { schemas: true })
  const url = pathToFileURL(join(folder, 'schemas.js')).href
  const { schemaGroup } = (await import(url)) as Loaded
  const { issues } = schemaGroup.check.body['~standard'].validate('b')
  expect(issues[0].message).toBe(text)
  expect(readFileSync(join(folder, 'schemas.js'), 'utf8')).toContain('/* @__PURE__ */ schema.slot(')
})
