import type { CodeWriter } from './code-writer.ts'
import type { MessageParameters } from './message.ts'
import type { JsonSchema } from './schema/json-schema.ts'
import type { Literal, NamedType } from '../reflection/type-info.ts'
import type { ObjectPlan } from './object-plan.ts'

/**
 * What boot decided about one declared type. A plan owns the type's check, its message, its cast
 * from text and its schema, so that all of them come from one place.
 */
export interface ValuePlan {
  /** The JSON types it accepts; they tell the members of a union apart. */
  readonly jsonTypes: readonly JsonType[]
  /** The message for a value of another type. */
  readonly message: string
  /** The code of that message, where it is not that of the JSON type. */
  readonly code?: string
  readonly parameters?: MessageParameters
  /** A JavaScript expression that is true when the variable `value` has the declared type. */
  test(code: CodeWriter, value: string): string
  /** Statements for a value that passed `test`: check its inside and assign the hydrated form to it. */
  accept?(code: CodeWriter, value: string, key: string): string
  /** Gives text of a query, path or form its declared type; what does not fit stays as it is. */
  cast(value: unknown): unknown
  /** Whether hydrated values are or hold objects that are built only where nothing has failed. */
  readonly isBuilt?: boolean
  schema(references: SchemaReferences): JsonSchema
  /** What the keywords of a constraint have to say about every form that the value may have in JSON. */
  publish?(keywords: JsonSchema): JsonSchema
  /** The types of hydrated values, which constraints see; the JSON types where they are the same. */
  readonly valueTypes?: readonly ValueType[] | undefined
  /** It sees values of every type, to refuse them in its own words. */
  readonly refusesItself?: boolean
  /** It makes a value where none was sent. */
  readonly acceptsAbsence?: boolean
  /** The values of a literal type or enum. */
  readonly literals?: readonly Literal[]
  /** The plans of the elements of a list or tuple. */
  readonly elements?: readonly ValuePlan[]
  /** The object behind a class or structural type. */
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

/** Where schemas of classes and named types are kept; gives the `$ref` of one. */
export interface SchemaReferences {
  referenceTo(plan: ObjectPlan): JsonSchema
  /** What is published for an enum or union whose schema is made by `create`: a `$ref` where it has a name. */
  referenceToType(type: NamedType, create: () => JsonSchema): JsonSchema
  /** The schema behind a `$ref`; `{}` while it is being made. */
  resolve(reference: string): JsonSchema
}
