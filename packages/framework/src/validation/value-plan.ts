import type { CodeWriter } from './code-writer.ts'
import type { MessageParameters } from './message.ts'
import type { JsonSchema } from './schema/json-schema.ts'
import type { Literal, NamedType } from '../reflection/type-info.ts'
import type { ObjectPlan } from './object-plan.ts'

/**
 * The plan of one declared type, created at boot. It has the type's check, its message, its cast from strings and its
 * schema in one object.
 */
export interface ValuePlan {
  /** The accepted JSON types, which distinguish the members of a union. */
  readonly jsonTypes: readonly JsonType[]
  /** The message for a value of another type. */
  readonly message: string
  /** The code of that message. Default: that of the JSON type. */
  readonly code?: string
  readonly parameters?: MessageParameters
  /** Returns a JavaScript expression that is true if the variable `value` has the declared type. */
  test(code: CodeWriter, value: string): string
  /** Returns statements for a value that passed `test`. They check its parts and assign the hydrated value to it. */
  accept?(code: CodeWriter, value: string, key: string): string
  /** Casts a string of a query, path or form to the declared type. A string that does not fit stays unchanged. */
  cast(value: unknown): unknown
  /** True if hydrated values are or contain objects, which are created only if nothing has failed. */
  readonly isBuilt?: boolean
  schema(references: SchemaReferences): JsonSchema
  /** Returns the keywords of a constraint, adapted to every JSON form of the value. */
  publish?(keywords: JsonSchema): JsonSchema
  /** The types of hydrated values, which constraints receive. Default: the JSON types. */
  readonly valueTypes?: readonly ValueType[] | undefined
  /** True if the plan receives values of every type and rejects them with its own message. */
  readonly refusesItself?: boolean
  /** True if the plan creates a value for an absent one. */
  readonly acceptsAbsence?: boolean
  /** The values of a literal type or enum. */
  readonly literals?: readonly Literal[]
  /** The plans of the elements of a list or tuple. */
  readonly elements?: readonly ValuePlan[]
  /** The object plan of a class or structural type. */
  readonly object?: ObjectPlan
}

export type JsonType = 'string' | 'number' | 'boolean' | 'object' | 'array'

export type ValueType =
  | JsonType
  | 'bigint'
  | 'date'
  | 'file'
  | 'url'
  | 'bytes'
  | 'temporal'
  | 'scalar'

export function valueTypesOf(plan: ValuePlan): readonly ValueType[] {
  return plan.valueTypes ?? plan.jsonTypes
}

/** The published schemas of classes and named types, with their `$ref`s. */
export interface SchemaReferences {
  referenceTo(plan: ObjectPlan): JsonSchema
  /** Returns the published schema of an enum or union: a `$ref` if it has a name, else the result of `create`. */
  referenceToType(type: NamedType, create: () => JsonSchema): JsonSchema
  /** Returns the schema for a `$ref`; `{}` while it is being created. */
  resolve(reference: string): JsonSchema
}
