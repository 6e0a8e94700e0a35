import type { Documentation } from '../reflection/type-info.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import { formatExample } from './format-example.ts'

/** What a declaration says beside its type. */
export interface Annotations {
  readonly doc: Documentation
  readonly default?: { readonly value?: unknown } | undefined
}

/** Adds what the doc comment says, and the default where it is a literal. */
export function annotate(schema: JsonSchema, { doc, default: given }: Annotations): JsonSchema {
  const { deprecated } = doc
  const description = describe(doc)
  const examples = examplesOf(doc, schema)
  return {
    ...schema,
    ...(description && { description }),
    ...(deprecated && { deprecated: true }),
    ...(given && 'value' in given && { default: given.value }),
    ...(examples && { examples }),
  }
}

function examplesOf({ examples = [] }: Documentation, schema: JsonSchema): unknown[] | undefined {
  if (examples.length > 0) return examples.map((text) => toExample(text, schema))
  const example = formatExample(schema)
  return example === undefined ? undefined : [example]
}

/** All that a doc comment says, in paragraphs. */
export function describe({ summary, description, deprecated }: Documentation): string {
  const note = typeof deprecated === 'string' ? `Deprecated: ${deprecated}` : undefined
  return [summary, description, note].filter(Boolean).join('\n\n')
}

/** The value that an `@example` shows: JSON, or plain text where the type is text. */
export function toExample(example: string, { type }: JsonSchema): unknown {
  const text = example.trim()
  const isText = [type].flat().includes('string')
  if (isText && !/^(?:".*"|null)$/su.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
