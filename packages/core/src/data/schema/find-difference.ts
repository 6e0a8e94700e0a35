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
