import type { JsonSchema } from '../validation/json-schema.ts'
import { comparedKeywords, type Difference } from './compared-keywords.ts'

/** Returns the first difference between a JSON value and a published schema. `resolve` looks up references. */
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
    const mismatch = check?.(value, argument as never, { schema, resolve, compare })
    if (typeof mismatch === 'string') return { path, expected: mismatch, found: value }
    if (mismatch) return mismatch
  }
  return undefined
}

function join(path: string, part: string | number | undefined): string {
  if (part === undefined) return path
  return path === '' ? String(part) : `${path}.${part}`
}
