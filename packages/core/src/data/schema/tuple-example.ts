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
const deepest = 6

/** Generates an example of the right type; undefined if a custom constraint might reject it. */
function sampleOf(schema: JsonSchema, resolve: Resolve, depth: number): unknown {
  const { examples, default: given, const: only, $ref, anyOf, oneOf, type } = schema
  const shown = (examples as unknown[] | undefined)?.[0] ?? given ?? only ?? formatExample(schema)
  if (shown !== undefined) return shown
  const isKnown = (keyword: string) => keyword in comparedKeywords || silent.has(keyword)
  if (depth > deepest || !Object.keys(schema).every(isKnown)) return undefined
  const of = (inner: JsonSchema) => sampleOf(inner, resolve, depth + 1)
  if ($ref !== undefined) return of(resolve($ref as string))
  if (schema['enum']) return (schema['enum'] as unknown[])[0]
  const alternatives = (anyOf ?? oneOf) as JsonSchema[] | undefined
  if (alternatives) return alternatives.map(of).find((value) => value !== undefined)
  switch ([type].flat()[0]) {
    case 'object':
      return sampleObject(schema, of)
    case 'array':
      return allOf(((schema['prefixItems'] ?? []) as JsonSchema[]).map(of))
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

const silent = new Set(['default', 'description', 'deprecated', 'discriminator', 'x-enum-varnames'])

function sampleObject(
  { properties = {}, required = [] }: JsonSchema,
  of: (schema: JsonSchema) => unknown,
): unknown {
  const names = required as string[]
  const values = allOf(
    names.map((name) => of((properties as Record<string, JsonSchema>)[name] ?? {})),
  )
  return values && Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

function allOf(values: unknown[]): unknown[] | undefined {
  return values.includes(undefined) ? undefined : values
}
