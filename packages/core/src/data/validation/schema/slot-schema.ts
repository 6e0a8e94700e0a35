import type { Constraint } from '../constraint.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Transform } from '../transform.ts'
import type { SchemaReferences, ValuePlan } from '../value-plan.ts'

/** The parts of a `Slot` that are needed for its schema. */
export interface PublishedSlot {
  readonly plan: Pick<ValuePlan, 'schema' | 'publish'>
  readonly nullable: boolean
  readonly constraints: readonly Constraint[]
  readonly transforms?: readonly Transform[]
}

/** Returns the schema of a `Slot`: the schema of its type plus the keywords of its constraints. */
export function slotSchema(slot: PublishedSlot, references: SchemaReferences): JsonSchema {
  let schema = slot.plan.schema(references)
  // Constraints apply to the transformed value, not to the received one.
  if (slot.transforms) return describeRules(slot, slot.nullable ? orNull(schema) : schema)
  for (const constraint of slot.constraints) {
    const keywords = constraint.jsonSchema?.() ?? {}
    schema = addKeywords(schema, slot.plan.publish?.(keywords) ?? keywords)
  }
  return slot.nullable ? orNull(schema) : schema
}

/** Adds the constraints on the transformed value to the description. */
function describeRules({ constraints }: PublishedSlot, schema: JsonSchema): JsonSchema {
  const keywords = constraints.flatMap((constraint) =>
    Object.entries(constraint.jsonSchema?.() ?? {}),
  )
  if (keywords.length === 0) return schema
  const rules = keywords.map(([keyword, value]) => `${keyword} ${JSON.stringify(value)}`)
  return { ...schema, description: `After transforms: ${rules.join(', ')}.` }
}

function addKeywords(schema: JsonSchema, keywords: JsonSchema): JsonSchema {
  const hasClash = Object.keys(keywords).some((keyword) => keyword in schema)
  if (!hasClash) return { ...schema, ...keywords }
  return { ...schema, allOf: [...((schema['allOf'] as JsonSchema[]) ?? []), keywords] }
}

/** Keywords that do not reject null, if `type`, `enum` and `const` include it. */
const nullSafeKeywords = new Set([
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'uniqueItems',
  'propertyNames',
  'contentEncoding',
  'properties',
  'required',
  'additionalProperties',
])

/** Returns a schema that also accepts null. */
function orNull(schema: JsonSchema): JsonSchema {
  const keywords = Object.keys(schema)
  const isNull = { type: 'null' }
  if (keywords.length === 0) return schema
  if (keywords.length === 1 && Array.isArray(schema['anyOf'])) {
    return { anyOf: [...schema['anyOf'], isNull] }
  }
  if (!keywords.every((keyword) => nullSafeKeywords.has(keyword)))
    return { anyOf: [schema, isNull] }
  const { type, const: only, enum: values, ...rest } = schema
  const allowed = 'const' in schema ? [only] : (values as unknown[] | undefined)
  return {
    ...(type === undefined ? {} : { type: [...new Set([type, 'null'].flat())] }),
    ...rest,
    ...(allowed && { enum: [...allowed.filter((value) => value !== null), null] }),
  }
}
