import type { JsonSchema } from '@fw/core'
import { expect, test } from 'vitest'
import { documentOf } from './document-of.ts'
import { EchoController, OddNamesController } from './fixtures/echo.ts'
import { PurchaseController } from './fixtures/named-types.ts'
import { OrderController } from './fixtures/shop.ts'
import { TuplesController } from './fixtures/tuples.ts'
import { ValuesController } from './fixtures/values.ts'
import { createCompiler } from './independent-validator.ts'

const controllers = [
  ValuesController,
  PurchaseController,
  EchoController,
  OddNamesController,
  OrderController,
  TuplesController,
]
const { paths, components } = await documentOf(controllers)
const compile = createCompiler(components)

/** A schema and every one inside it, with the place of each. */
function* schemasIn(schema: JsonSchema, place: string): Generator<[string, JsonSchema]> {
  yield [place, schema]
  for (const keyword of ['properties', 'prefixItems', 'anyOf', 'oneOf', 'allOf']) {
    for (const [key, inner] of Object.entries((schema[keyword] ?? {}) as object)) {
      yield* schemasIn(inner as JsonSchema, `${place}/${keyword}/${key}`)
    }
  }
  for (const keyword of ['items', 'additionalProperties']) {
    const inner = schema[keyword] as JsonSchema | undefined
    if (inner) yield* schemasIn(inner, `${place}/${keyword}`)
  }
}

/** Every schema of the document, and each default or example next to one as an accepted value. */
function* published(): Generator<[place: string, schema: JsonSchema, values: unknown[]]> {
  const roots = Object.entries(components.schemas)
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(item)) {
      for (const { name, schema } of parameters) roots.push([`${method} ${path} ${name}`, schema])
      for (const [part, message] of Object.entries({ body: requestBody, ...responses })) {
        const { content = {} } = message ?? {}
        for (const [type, { schema, examples = {} }] of Object.entries(content)) {
          if (!schema) continue
          const place = `${method} ${path} ${part} ${type}`
          roots.push([place, schema])
          yield [place, schema, Object.values(examples).map(({ value }) => value)]
        }
      }
    }
  }
  for (const [root, schema] of roots) {
    for (const [place, inner] of schemasIn(schema, root)) {
      const { examples = [], ...rest } = inner
      yield [
        place,
        inner,
        [...(examples as unknown[]), ...('default' in rest ? [rest['default']] : [])],
      ]
    }
  }
}

test('each default, example and listed value fits its own schema', () => {
  const wrong: unknown[] = []
  let count = 0
  for (const [place, schema, values] of published()) {
    const listed = (schema['enum'] ?? []) as unknown[]
    if (listed.length > 0 && 'type' in schema) {
      const isOfType = compile({ type: schema['type'] })
      wrong.push(...listed.filter((value) => !isOfType(value)).map((value) => [place, value]))
    }
    if (values.length === 0) continue
    const accepts = compile(schema)
    count += values.length
    wrong.push(...values.filter((value) => !accepts(value)).map((value) => [place, value]))
  }
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(50)
})

const values = components.schemas['Values']?.['properties'] as Record<string, JsonSchema>

test('a default that its own type or constraint refuses is left out', () => {
  for (const name of ['email', 'quantity', 'even'])
    expect(values[name]).not.toHaveProperty('default')
  expect(values).toMatchObject({
    zero: { default: 0 },
    names: { default: null },
    spot: { default: { x: 1, y: 2 } },
    deep: { default: null },
  })
  const { parameters } = paths['/values/{id}']?.['get'] ?? {}
  expect(parameters?.map(({ schema }) => 'default' in schema)).toEqual(Array(5).fill(false))
})

test('an example is read as a string or as JSON, depending on its type', () => {
  expect(values).toMatchObject({
    isbn: { examples: ['9780141439518'] },
    nothing: { examples: [null] },
    corner: { examples: [{ x: 1, y: 2 }] },
    shown: { examples: [['a', 1]] },
    quoted: { examples: ['a b'] },
    mixed: { examples: [42] },
  })
  for (const name of ['wordy', 'step', 'half']) expect(values[name]).not.toHaveProperty('examples')
})

test('a tuple has an example, because tools cannot generate one from its items', () => {
  expect(values).toMatchObject({
    pair: { examples: [['string', 0]] },
    deep: { examples: [[[true, []], 'string', 0]] },
    legs: {
      additionalProperties: {
        items: {
          examples: [[{ from: [0, 0], kind: 'walk' }, { x: 0, y: 0 }, '2026-01-31T12:00:00Z', -1]],
        },
      },
    },
  })
})

test.for([
  ['scalars', ['string', 0, 0, true, null]],
  ['literals', ['a', 3, 'x']],
  ['formats', ['2026-01-31T12:00:00Z', 'https://example.com/', 0]],
  ['lists', [[], [0, true], []]],
  ['objects', [{ x: 0, y: true }, { a: 0 }, {}]],
  ['unions', ['string', { kind: 'card', number: 'string' }, []]],
  ['nullable', [{ x: 0, y: true }, 'string']],
  ['anything', ['string']],
  ['optional', [0, 'string']],
  ['rest', [0]],
  ['recursive', [{ value: 0, next: null }]],
  ['endless', undefined],
  ['least', undefined],
  ['factor', [0]],
  ['text', ['string']],
  ['long', undefined],
  ['pattern', undefined],
] as const)('the example of the tuple %s is %j', ([name, example]) => {
  const { properties } = components.schemas['Tuples'] as { properties: Record<string, JsonSchema> }
  expect(properties[name]?.['examples']).toEqual(example && [example])
})
