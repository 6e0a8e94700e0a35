import type { CodeWriter } from './code-writer.ts'
import type { Constraint } from './constraint.ts'
import type { JsonSchema } from './json-schema.ts'
import type { SchemaReferences, ValuePlan } from './value-plan.ts'

/** A place for a value: a field, a parameter, or an element of a list. */
export interface Slot {
  readonly plan: ValuePlan
  readonly nullable: boolean
  /** May be absent; the owner's default or `undefined` stands in. */
  readonly optional: boolean
  readonly constraints: readonly Constraint[]
}

/** Statements that check the variable `value` and leave its hydrated form there. `key` is an expression. */
export function writeSlot(code: CodeWriter, slot: Slot, value: string, key: string): string {
  const accepted = slot.plan.accept?.(code, value, key) ?? ''
  const constraints = slot.constraints.map((constraint) =>
    writeConstraint(code, constraint, value, key),
  )
  return [
    `if (${slot.plan.test(code, value)}) { ${accepted} ${constraints.join(' ')} }`,
    slot.optional
      ? `else if (${value} === undefined) {}`
      : `else if (${value} === undefined) { ${code.fail(key, '"is required."')} }`,
    slot.nullable
      ? `else if (${value} === null) {}`
      : `else if (${value} === null) { ${code.fail(key, '"must not be null."')} }`,
    `else { ${code.fail(key, JSON.stringify(slot.plan.message))} }`,
  ].join('\n')
}

/** The schema of the place: the type's, with what its constraints add. */
export function slotSchema(slot: Slot, references: SchemaReferences): JsonSchema {
  let schema = slot.plan.schema(references)
  for (const constraint of slot.constraints) schema = addKeywords(schema, constraint)
  return slot.nullable ? orNull(schema) : schema
}

function writeConstraint(
  code: CodeWriter,
  constraint: Constraint,
  value: string,
  key: string,
): string {
  const message = code.variable()
  return (
    `const ${message} = ${code.bind(constraint)}.validate(${value}); ` +
    `if (${message} !== null) ${code.fail(key, message)}`
  )
}

function addKeywords(schema: JsonSchema, constraint: Constraint): JsonSchema {
  const keywords = constraint.jsonSchema?.() ?? {}
  const typed =
    Object.keys(schema).length === 0 && constraint.appliesTo
      ? { type: constraint.appliesTo[0] }
      : {}
  const clash = Object.keys(keywords).some((keyword) => keyword in schema)
  if (!clash) return { ...schema, ...typed, ...keywords }
  return { ...schema, allOf: [...((schema['allOf'] as JsonSchema[]) ?? []), keywords] }
}

function orNull(schema: JsonSchema): JsonSchema {
  if (Object.keys(schema).length === 0) return schema
  const { type } = schema
  const onlyType = typeof type === 'string' || Array.isArray(type)
  if (!onlyType || 'enum' in schema || 'const' in schema || 'allOf' in schema) {
    return { anyOf: [schema, { type: 'null' }] }
  }
  return { ...schema, type: [...(Array.isArray(type) ? type : [type]), 'null'] }
}
