import type { JsonSchema } from '../validation/json-schema.ts'
import type { ObjectPlan, SchemaReferences } from '../validation/value-plan.ts'
import { slotSchema, type PublishedSlot } from '../validation/schema/slot-schema.ts'
import { annotate, type Annotations } from './annotate.ts'

export interface PropertySchema {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

/** Returns the schema of the data from which the hydrator creates an object. */
export function objectSchema(plan: ObjectPlan, references: SchemaReferences): JsonSchema {
  const properties = plan.fields.map((field) => ({
    name: field.name,
    schema: {
      ...fieldSchema(field, references),
      ...(field.isHidden && { writeOnly: true }),
    },
    isRequired: !field.optional,
  }))
  return annotate(objectKeywords(properties), plan, references)
}

/** Returns the schema of the values that the hydrator accepts for a field, with its documentation and default. */
export function fieldSchema(
  field: PublishedSlot & Annotations,
  references: SchemaReferences,
): JsonSchema {
  return annotate(slotSchema(field, references), field, references)
}

/** Returns the keywords of an object with properties. Additional properties are allowed. */
export function objectKeywords(properties: readonly PropertySchema[]): JsonSchema {
  const required = properties.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  }
}
