import type { Documentation } from '../../base/reflection/type-info.ts'
import { readExamples } from '../../data/schema/annotate.ts'
import type { JsonSchema } from '../../data/validation/json-schema.ts'
import type { SchemaReferences } from '../../data/validation/value-plan.ts'
import type { MediaType } from '../../data/schema/operation.ts'

/**
 * Returns the `@example` tags of a method as examples for its request body, or for its response if it reads no body.
 */
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
