import type { MethodReflection } from '../../../base/reflection/class-reflection.ts'
import { SchemaComponents } from '../../../data/schema/components.ts'
import { objectSchema } from '../../../data/schema/object-schema.ts'
import { responseSchema } from '../../../data/schema/response-schema.ts'
import type { JsonSchema } from '../../../data/validation/json-schema.ts'
import type { ObjectPlan } from '../../../data/validation/value-plan.ts'

const location = '#/$defs'

/** Returns the self-contained schema of a tool's arguments. */
export function inputSchema(plan: ObjectPlan): JsonSchema {
  const definitions = new SchemaComponents(location, { namesTypes: false })
  const schema = objectSchema(plan, definitions)
  return withDefinitions(schema, definitions.complete(schema))
}

/** Returns the self-contained schema of a tool's result, if the result is always an instance of one class. */
export function outputSchema({
  returns,
  returnsOptional,
}: MethodReflection): JsonSchema | undefined {
  if (returns?.kind !== 'class' || returns.nullable || returnsOptional) return undefined
  const definitions = new SchemaComponents(location, { namesTypes: false })
  const schema = responseSchema(returns, definitions)
  const schemas = definitions.complete(schema)
  const { [nameIn(schema)]: root, ...others } = schemas
  if (!root) return undefined
  // MCP requires the schema of the object at the root. If the schema refers to itself, it is also kept as a definition.
  const isReferredTo = JSON.stringify([root, others]).includes(JSON.stringify(schema).slice(1, -1))
  return withDefinitions(root, isReferredTo ? schemas : others)
}

function nameIn({ $ref }: JsonSchema): string {
  return String($ref).slice(location.length + 1)
}

function withDefinitions(schema: JsonSchema, $defs: Record<string, JsonSchema>): JsonSchema {
  return Object.keys($defs).length > 0 ? { ...schema, $defs } : schema
}
