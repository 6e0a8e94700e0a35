import type { JsonSchema } from '../validation/json-schema.ts'
import { comparedKeywords } from './compared-keywords.ts'
import { findDifference } from './find-difference.ts'
import { formatExample } from './format-example.ts'

type Resolve = (reference: string) => JsonSchema

/**
 * Adds an example to the schema of a tuple. Without it, tools generate values from `items`, which are not valid for a
 * tuple.
 */
export function addTupleExample(tuple: JsonSchema, resolve: Resolve): void {
  const example = sampleOf(tuple, resolve, 0)
  if (example === undefined || findDifference(example, tuple, resolve)) return
  tuple['examples'] ??= [example]
}

/** The maximum depth of a generated example. */
const maxDepth = 6

/** Generates an example of the right type; undefined if it is too deep, or a custom constraint might reject it. */
function sampleOf(schema: JsonSchema, resolve: Resolve, depth: number): unknown {
  const { examples, default: defaultValue, const: only, $ref, anyOf, oneOf, type } = schema
  const value =
    (examples as unknown[] | undefined)?.[0] ?? defaultValue ?? only ?? formatExample(schema)
  if (value !== undefined) return value
  const isKnown = (keyword: string) => keyword in comparedKeywords || ignoredKeywords.has(keyword)
  if (depth > maxDepth || !Object.keys(schema).every(isKnown)) return undefined
  const sample = (inner: JsonSchema) => sampleOf(inner, resolve, depth + 1)
  if ($ref !== undefined) return sample(resolve($ref as string))
  if (schema['enum']) return (schema['enum'] as unknown[])[0]
  const alternatives = (anyOf ?? oneOf) as JsonSchema[] | undefined
  if (alternatives) return alternatives.map(sample).find((value) => value !== undefined)
  switch ([type].flat()[0]) {
    case 'object':
      return sampleObject(schema, sample)
    case 'array':
      return allOrUndefined(((schema['prefixItems'] ?? []) as JsonSchema[]).map(sample))
    case 'integer':
    case 'number':
      return 0
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return 'string'
  }
}

const ignoredKeywords = new Set([
  'default',
  'description',
  'deprecated',
  'discriminator',
  'x-enum-varnames',
])

function sampleObject(
  { properties = {}, required = [] }: JsonSchema,
  sample: (schema: JsonSchema) => unknown,
): unknown {
  const names = required as string[]
  const values = allOrUndefined(
    names.map((name) => sample((properties as Record<string, JsonSchema>)[name] ?? {})),
  )
  return values && Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

function allOrUndefined(values: unknown[]): unknown[] | undefined {
  return values.includes(undefined) ? undefined : values
}
