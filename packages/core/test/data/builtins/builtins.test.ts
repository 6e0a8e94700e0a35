import { expect, test } from 'vitest'
import { filesOf } from '../../../../../spec/repository.ts'
import * as runtime from '../../../client/runtime.js'
import { builtins } from '../../../src/data/builtins/builtins.ts'

// The declarations of the runtime have only the names that applications use.
const { writeJson } = runtime as unknown as { readonly writeJson: (value: unknown) => string }
const all = Object.entries(builtins)

test.for(all.filter(([, { jsonType }]) => jsonType))(
  'requests can contain %s, and clients read it from responses',
  ([, { plan, client }]) => {
    expect(plan).toBeDefined()
    const decoder = client?.decoder?.() ?? expect.unreachable('it has no decoder')
    const used = Array.from(decoder.matchAll(/\bruntime\.(\w+)/gu), ([, name]) => name)
    expect(Object.keys(runtime)).toEqual(expect.arrayContaining(used))
  },
)

test.for(all.filter(([, { client }]) => client?.whole))(
  'clients read a response that is %s',
  ([, { client, mediaType }]) => {
    expect(mediaType).toBeDefined()
    expect(Object.keys(runtime)).toContain(client?.whole?.reader)
  },
)

test.for(all.filter(([, { jsonForm }]) => jsonForm))(
  'clients write a %s in requests like the server in responses',
  ([name, { jsonForm }]) => {
    const value: unknown = Reflect.construct(Reflect.get(globalThis, name), [])
    const same = () => (each: unknown) => each
    const form = jsonForm?.({ items: same, values: same })
    expect(writeJson(value)).toBe(JSON.stringify(form?.(value)))
  },
)

test('other files mention only the built-in types that they treat specially', () => {
  const names = all.filter(([, { jsonType }]) => jsonType).map(([name]) => `'${name}'`)
  const files = filesOf('packages/*/src/**/*.ts').filter(({ text }) =>
    names.some((name) => text.includes(name)),
  )
  expect(files.map(({ path }) => path)).toEqual([
    'packages/core/src/base/reflection/type-info.ts',
    'packages/core/src/data/builtins/bytes.ts',
    'packages/core/src/data/builtins/temporal.ts',
    // Bytes of a resource.
    'packages/core/src/features/mcp/catalogue/resource.ts',
    // Columns of databases.
    'packages/migrate/src/schema/expectation.ts',
    'packages/query/src/rows/convert-column.ts',
    'packages/transform/src/types/builtins.ts',
    'packages/transform/src/types/global-types.ts',
    // Types that are often misspelt.
    'packages/transform/src/types/similar-name.ts',
  ])
})
