import type { JsonSchema } from '../validation/json-schema.ts'
import { isDateTime } from '../builtins/date.ts'
import { isMultiple } from '../validation/constraints/is-multiple.ts'

/** A part of a value that does not match its schema. */
export interface Difference {
  /** The path, such as `lines.0.sku`; empty for the whole value. */
  readonly path: string
  /** The expectation, such as `integer` or `one of …`. */
  readonly expected: string
  readonly found: unknown
}

/** The expected value, or the difference inside the value; undefined if the value matches. */
type Mismatch = string | Difference | undefined

interface KeywordContext {
  /** The schema that contains the keyword. */
  readonly schema: JsonSchema
  /** Returns the schema for a reference such as `#/components/schemas/Order`. */
  resolve(reference: string): JsonSchema
  /** Compares the property or element named `part`, or the value itself. */
  compare(value: unknown, schema: JsonSchema, part?: string | number): Difference | undefined
}

/** Compares a value with one keyword. `argument` is the value of the keyword. */
type Keyword = (value: unknown, argument: never, context: KeywordContext) => Mismatch

/** The published keywords that values are compared with. Others, such as those of custom constraints, are ignored. */
export const comparedKeywords: Readonly<Record<string, Keyword | undefined>> = {
  $ref: (value, reference: string, { resolve, compare }) => compare(value, resolve(reference)),
  type: (value, type: string | string[]) => {
    const types = [type].flat()
    return expect(
      types.some((name) => hasType(value, name)),
      types.join(' or '),
    )
  },
  enum: (value, values: unknown[]) =>
    expect(
      values.includes(value),
      `one of ${values.map((each) => JSON.stringify(each)).join(', ')}`,
    ),
  const: (value, only: unknown) => expect(value === only, JSON.stringify(only)),
  pattern: onText((text, pattern: string, { schema: { format } }) =>
    expect(
      new RegExp(pattern, 'u').test(text),
      typeof format === 'string'
        ? `a string of format ${format}`
        : `a string that matches ${pattern}`,
    ),
  ),
  // Other formats are published with an equivalent pattern.
  format: onText((text, format: string) =>
    expect(format !== 'date-time' || isDateTime(text), 'a string of format date-time'),
  ),
  minLength: onText((text, min: number) =>
    expect([...text].length >= min, `a string of at least ${min} characters`),
  ),
  maxLength: onText((text, max: number) =>
    expect([...text].length <= max, `a string of at most ${max} characters`),
  ),
  exclusiveMinimum: onNumber((number, limit) =>
    expect(number > limit, `a number greater than ${limit}`),
  ),
  exclusiveMaximum: onNumber((number, limit) =>
    expect(number < limit, `a number less than ${limit}`),
  ),
  minimum: onNumber((number, min) => expect(number >= min, `a number of at least ${min}`)),
  maximum: onNumber((number, max) => expect(number <= max, `a number of at most ${max}`)),
  multipleOf: onNumber((number, factor) =>
    expect(isMultiple(number, factor), `a multiple of ${factor}`),
  ),
  minItems: onList((list, min: number) =>
    expect(list.length >= min, `a list of at least ${min} elements`),
  ),
  maxItems: onList((list, max: number) =>
    expect(list.length <= max, `a list of at most ${max} elements`),
  ),
  prefixItems: onList((list, schemas: JsonSchema[], { compare }) =>
    firstOf(schemas.slice(0, list.length), (schema, index) => compare(list[index], schema, index)),
  ),
  items: onList((list, items: JsonSchema, { schema: { prefixItems = [] }, compare }) => {
    const { length } = prefixItems as JsonSchema[]
    return firstOf(list.slice(length), (item, index) => compare(item, items, length + index))
  }),
  required: onObject((object, names: string[]) =>
    firstOf(names, (name) => expect(Object.hasOwn(object, name), `an object with "${name}"`)),
  ),
  properties: onObject((object, schemas: Record<string, JsonSchema>, { compare }) =>
    firstOf(Object.entries(schemas), ([name, schema]) =>
      Object.hasOwn(object, name) ? compare(object[name], schema, name) : undefined,
    ),
  ),
  uniqueItems: onList((list) =>
    expect(new Set(list).size === list.length, 'a list without repeats'),
  ),
  propertyNames: onObject((object, schema: JsonSchema, { compare }) =>
    firstOf(Object.keys(object), (name) => compare(name, schema, name)),
  ),
  additionalProperties: onObject((object, schema: JsonSchema, { compare }) =>
    firstOf(Object.entries(object), ([name, entry]) => compare(entry, schema, name)),
  ),
  allOf: (value, schemas: JsonSchema[], { compare }) =>
    firstOf(schemas, (schema) => compare(value, schema)),
  anyOf: compareAlternatives,
  oneOf: compareAlternatives,
}

/**
 * Compares a value with mutually exclusive alternatives. Returns the most deeply nested difference, which is the most
 * precise. If several are equally deep, returns a description of the whole value.
 */
function compareAlternatives(
  value: unknown,
  schemas: JsonSchema[],
  { compare }: KeywordContext,
): Mismatch {
  const differences = schemas.flatMap((schema) => compare(value, schema) ?? [])
  if (differences.length < schemas.length) return undefined
  const depth = ({ path }: Difference) => (path === '' ? 0 : path.split('.').length)
  const [deepest, next] = differences.toSorted((a, b) => depth(b) - depth(a))
  return deepest && next && depth(deepest) > depth(next) ? deepest : 'one of its declared types'
}

function expect(isValid: boolean, expected: string): string | undefined {
  return isValid ? undefined : expected
}

function onText<A>(
  keyword: (text: string, argument: A, context: KeywordContext) => Mismatch,
): Keyword {
  return (value, argument, context) =>
    typeof value === 'string' ? keyword(value, argument, context) : undefined
}

function onNumber(keyword: (number: number, argument: number) => Mismatch): Keyword {
  return (value, argument) => (typeof value === 'number' ? keyword(value, argument) : undefined)
}

function onList<A>(
  keyword: (list: unknown[], argument: A, context: KeywordContext) => Mismatch,
): Keyword {
  return (value, argument, context) =>
    Array.isArray(value) ? keyword(value, argument, context) : undefined
}

function onObject<A>(
  keyword: (object: Record<string, unknown>, argument: A, context: KeywordContext) => Mismatch,
): Keyword {
  return (value, argument, context) =>
    hasType(value, 'object')
      ? keyword(value as Record<string, unknown>, argument, context)
      : undefined
}

function firstOf<T>(items: readonly T[], compare: (item: T, index: number) => Mismatch): Mismatch {
  for (const [index, item] of items.entries()) {
    const mismatch = compare(item, index)
    if (mismatch) return mismatch
  }
  return undefined
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}
