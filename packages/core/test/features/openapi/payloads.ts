import * as fc from 'fast-check'
import type { JsonSchema } from '@fw/core'
import { dates, days, digits, durations, emails, texts, urls, uuids } from './border-texts.ts'

type Arbitrary = fc.Arbitrary<unknown>

/** The result of a validator for one schema. */
export type Compile = (schema: JsonSchema) => (value: unknown) => boolean

interface Context {
  readonly components: Record<string, JsonSchema>
  /** Leaves a scalar out that does not fit its own schema. */
  readonly compile: Compile | undefined
}

/** Values near the borders of a schema: half of them fit almost everywhere, half of them seldom do. */
export function payloads(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  compile: Compile,
): Arbitrary {
  return fc.oneof(
    arbitrary(schema, { components, compile }, 0),
    arbitrary(schema, { components, compile: undefined }, 0),
  )
}

const otherValues = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  1,
  -1,
  0.5,
  '',
  ' ',
  '0',
  '5',
  'x',
  'true',
  [],
  {},
  [null],
  { a: 1 },
)

const byFormat: Readonly<Record<string, Arbitrary>> = {
  'date-time': dates,
  date: days,
  duration: durations,
  email: emails,
  uri: urls,
  uuid: uuids,
}

const numbers = fc.oneof(
  fc.constantFrom(0, -0, 0.5, -0.5, 1.5, 1e21, -1e21, 5e-324, 9007199254740991, -9007199254740991),
  fc.integer({ min: -20, max: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** The safe range of an integer is checked and not published, so that nothing beyond it is generated. */
const integers = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -20, max: 20 }),
  fc.constantFrom(0, -0, 0.5, -1.5, 9007199254740991, -9007199254740991),
)

const keys = fc.constantFrom('a', '', '__proto__', 'constructor', 'toString', 'x.y', '0', 'kind')

function arbitrary(schema: JsonSchema, context: Context, depth: number): Arbitrary {
  const fitting = fc.oneof(...near(schema, context, depth))
  const weight = context.compile ? 100 : 30
  return fc.oneof({ weight, arbitrary: fitting }, { weight: 1, arbitrary: otherValues })
}

function near(schema: JsonSchema, context: Context, depth: number): [Arbitrary, ...Arbitrary[]] {
  const of = (inner: unknown) => near(inner as JsonSchema, context, depth)
  if (typeof schema['$ref'] === 'string') {
    const target = context.components[schema['$ref'].split('/').at(-1) ?? ''] as JsonSchema
    return depth > 3 ? [otherValues] : near(target, context, depth + 1)
  }
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  if (alternatives) return alternatives.map((each) => fc.oneof(...of(each))) as [Arbitrary]
  if ('const' in schema) return [fc.constant(schema['const'])]
  if (Array.isArray(schema['enum'])) return [fc.constantFrom(...(schema['enum'] as unknown[]))]
  const types = [schema['type'] ?? []].flat() as string[]
  if (types.length === 0) return [fc.jsonValue({ maxDepth: 2 }), emails]
  return types.flatMap((type) => ofType(type, schema, context, depth)) as [Arbitrary]
}

function ofType(type: string, schema: JsonSchema, context: Context, depth: number): Arbitrary[] {
  switch (type) {
    case 'null':
      return [fc.constant(null)]
    case 'boolean':
      return [fc.boolean()]
    case 'integer':
    case 'number':
      return [fitting(fc.oneof(numbersNear(schema, type), numbersOf(type)), schema, context)]
    case 'string':
      return [fitting(textsNear(schema), schema, context)]
    case 'array':
      return [listsNear(schema, context, depth)]
    default:
      return [objectsNear(schema, context, depth)]
  }
}

function fitting(scalar: Arbitrary, schema: JsonSchema, { compile }: Context): Arbitrary {
  return compile ? scalar.filter(compile(schema)) : scalar
}

function numbersOf(type: string): Arbitrary {
  return type === 'integer' ? integers : numbers
}

function numbersNear(schema: JsonSchema, type: string): Arbitrary {
  const limits = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].flatMap((keyword) =>
    [schema, ...((schema['allOf'] as JsonSchema[]) ?? [])].flatMap(
      (each) => (each[keyword] as number | undefined) ?? [],
    ),
  )
  const borders = limits.flatMap((limit) => [limit, limit - 1, limit + 1, limit + 0.5])
  return borders.length > 0 ? fc.constantFrom(...borders) : numbersOf(type)
}

const characters = fc.constantFrom('a', '😀', 'b', '\uDE00')

function textsNear(schema: JsonSchema): Arbitrary {
  const { format, pattern, minLength = 0, maxLength = Number(minLength) + 1 } = schema
  const near = [Number(minLength) - 1, Number(minLength), Number(maxLength), Number(maxLength) + 1]
  const lengths = near.filter((length) => length >= 0 && length < 50)
  const strings = lengths.map((length) =>
    fc.string({ unit: characters, minLength: length, maxLength: length }),
  )
  const ofLength = fc.constantFrom(...strings).chain((string) => string)
  const known = typeof format === 'string' ? byFormat[format] : undefined
  if (known) return fc.oneof({ weight: 4, arbitrary: known }, texts)
  if (typeof pattern !== 'string') return fc.oneof(texts, ofLength)
  const isDigits = [schema['type']].flat().includes('integer')
  const matching = isDigits ? digits : fc.stringMatching(new RegExp(pattern, 'u'))
  return fc.oneof({ weight: 4, arbitrary: matching }, { weight: 1, arbitrary: texts })
}

function listsNear(schema: JsonSchema, context: Context, depth: number): Arbitrary {
  const positions = schema['prefixItems'] as JsonSchema[] | undefined
  if (!positions) {
    const item = arbitrary((schema['items'] ?? {}) as JsonSchema, context, depth + 1)
    return fc.array(item, { maxLength: depth > 2 ? 1 : 3 })
  }
  const tuple = fc.tuple(...positions.map((each) => arbitrary(each, context, depth)))
  return fc.oneof(
    { weight: 6, arbitrary: tuple },
    { weight: 1, arbitrary: tuple.map((items) => items.slice(1)) },
    { weight: 1, arbitrary: tuple.map((items) => [...items, null]) },
  )
}

function keysNear({ enum: values, pattern }: JsonSchema): [fc.Arbitrary<string>] {
  if (Array.isArray(values)) return [fc.constantFrom(...(values as string[]))]
  return [
    typeof pattern === 'string'
      ? fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 12 })
      : fc.string({ maxLength: 3 }),
  ]
}

function objectsNear(schema: JsonSchema, context: Context, depth: number): Arbitrary {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  const required = (schema['required'] ?? []) as string[]
  const members = properties.map(([name, each]) => {
    const value = arbitrary(each, context, depth)
    const isRequired = required.includes(name)
    return fc
      .oneof({ weight: isRequired ? 40 : 2, arbitrary: value }, fc.constant(undefined))
      .map((member) => [name, member] as const)
  })
  const values = schema['additionalProperties'] as JsonSchema | undefined
  const names = schema['propertyNames'] as JsonSchema | undefined
  const name = names
    ? fc.oneof({ weight: 20, arbitrary: fc.oneof(...keysNear(names)) }, keys)
    : keys
  const others = fc.array(
    fc.tuple(name, values ? arbitrary(values, context, depth + 1) : otherValues),
    { maxLength: values ? 3 : 1 },
  )
  return fc.tuple(fc.tuple(...members), others).map(([own, more]) => {
    const entries = [...(values || properties.length === 0 ? more : more.slice(0, 1)), ...own]
    // An own "__proto__", as JSON.parse makes it.
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  })
}
