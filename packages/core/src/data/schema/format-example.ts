import type { JsonSchema } from '../validation/json-schema.ts'

const examples: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  duration: 'PT1H30M',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
}

/**
 * Returns an example for a schema with only a format and its pattern. Without an example, tools generate unreadable
 * values from the pattern.
 */
export function formatExample(schema: JsonSchema): string | undefined {
  const { format, maxLength = Number.POSITIVE_INFINITY } = schema
  const example = typeof format === 'string' ? examples[format] : undefined
  if (example === undefined || example.length > Number(maxLength)) return undefined
  const isPlain = Object.keys(schema).every((keyword) => plainKeywords.has(keyword))
  return isPlain ? example : undefined
}

const plainKeywords = new Set(['type', 'format', 'pattern', 'maxLength'])
