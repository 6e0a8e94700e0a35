import type { TypeInfo } from '../reflection/type-info.ts'
import { SchemaComponents } from '../schema/components.ts'
import { objectSchema } from '../schema/object-schema.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import type { ObjectPlan } from '../validation/object-plan.ts'

/** The schema of a tool's arguments, complete in itself. */
export function inputSchema(plan: ObjectPlan): JsonSchema {
  const definitions = new SchemaComponents('#/$defs')
  return withDefinitions(objectSchema(plan, definitions), definitions)
}

export function outputSchema(_returns: TypeInfo | undefined): JsonSchema | undefined {
  return undefined
}

function withDefinitions(schema: JsonSchema, definitions: SchemaComponents): JsonSchema {
  const $defs = definitions.complete(schema)
  return Object.keys($defs).length > 0 ? { ...schema, $defs } : schema
}
