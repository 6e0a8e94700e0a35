import type { JsonSchema } from '../validation/schema/json-schema.ts'
import { comparedKeywords } from './compared-keywords.ts'

/** A place where a value is not what its schema says. */
export interface Difference {
  /** `lines.0.sku`; empty for the value as a whole. */
  readonly path: string
  /** What had to stand there, such as `integer`. */
  readonly expected: string
  readonly found: unknown
}

/** The first difference between JSON and a schema of ours, whose references `resolve` follows. */
export function findDifference(
  value: unknown,
  schema: JsonSchema,
  resolve: (reference: string) => JsonSchema,
  path = '',
): Difference | undefined {
  const compare = (inner: unknown, innerSchema: JsonSchema, part?: string | number) =>
    findDifference(inner, innerSchema, resolve, join(path, part))
  for (const [keyword, argument] of Object.entries(schema)) {
    const check = comparedKeywords[keyword]
    const outcome = check?.(value, argument as never, { schema, resolve, compare })
    if (typeof outcome === 'string') return { path, expected: outcome, found: value }
    if (outcome) return outcome
  }
  return undefined
}

function join(path: string, part: string | number | undefined): string {
  if (part === undefined) return path
  return path === '' ? String(part) : `${path}.${part}`
}
