import type { Documentation } from '../reflection/type-info.ts'
import { readExamples } from '../schema/annotate.ts'
import type { JsonSchema } from '../validation/schema/json-schema.ts'
import type { SchemaReferences } from '../validation/value-plan.ts'
import type { MediaType } from '../schema/operation.ts'

/** Returns the `@example`s of a method for its request body, or for its response if it reads no body. */
export function describeExamples(
  { examples: texts = [] }: Documentation,
  schema: JsonSchema,
  references: SchemaReferences,
): Pick<MediaType, 'examples'> {
  const values = readExamples(texts, schema, references)
  if (values.length === 0) return {}
  const named = values.map((value, index) => [`example${index + 1}`, { value }])
  return { examples: Object.fromEntries(named) }
}
