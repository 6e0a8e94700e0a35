import type {
  Class,
  Documentation,
  Literal,
  NamedType,
  TypeInfo,
} from '../../base/reflection/type-info.ts'
import { checksWithin, type CheckMethod } from './check.ts'
import { lazily, type CodeWriter } from './code-writer.ts'
import type { Constraint } from './constraint.ts'
import type { ValidationErrors } from './validation-errors.ts'
import type { JsonSchema } from './json-schema.ts'
import type { MessageParameters } from './message.ts'
import type { Transform } from './transform.ts'

/** The plan for one declared type, created at boot: its check, its message, its cast from strings and its schema. */
export interface ValuePlan {
  /** The accepted JSON types, which distinguish the members of a union. */
  readonly jsonTypes: readonly JsonType[]
  /** The message for a value of a different type. */
  readonly message: string
  /** The code of that message. Default: the code of the JSON type. */
  readonly code?: string
  readonly parameters?: MessageParameters
  /** Returns a JavaScript expression that is true if the variable `value` has the declared type. */
  test(code: CodeWriter, value: string): string
  /**
   * Returns code for a value that passed `test`. It checks the parts of the value and assigns the hydrated value to the
   * variable.
   */
  accept?(code: CodeWriter, value: string, key: string): string
  /**
   * Casts a string from a query, path or form to the declared type. A string that does not match is returned unchanged.
   */
  cast(value: unknown): unknown
  /** True if hydrated values are or contain objects, which are created only if validation succeeds. */
  readonly constructs?: boolean
  schema(references: SchemaReferences): JsonSchema
  /** Adapts the keywords of a constraint to every JSON type of the value. */
  publish?(keywords: JsonSchema): JsonSchema
  /** The types of hydrated values, which constraints receive. Default: the JSON types. */
  readonly valueTypes?: readonly ValueType[] | undefined
  /** True if `test` accepts values of any type, and `accept` reports the invalid ones. */
  readonly reportsOwnErrors?: boolean
  /** True if the plan accepts an absent value, and may create a default for it. */
  readonly acceptsUndefined?: boolean
  /** The values of a literal type or enum. */
  readonly literals?: readonly Literal[]
  /** The plans for the elements of a list or tuple. */
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

/** The requirements for a value: of a field, a parameter, or a list element. */
export interface Slot {
  readonly plan: ValuePlan
  readonly nullable: boolean
  /** True if the value may be absent. The default or `undefined` is then used. */
  readonly optional: boolean
  readonly constraints: readonly Constraint[]
  /** The transforms, which run in order before the constraints. */
  readonly transforms?: readonly Transform[]
  /** True if responses never include the value. */
  readonly isHidden?: true
}

/** A property or constructor parameter, with the requirements for its value. */
export interface Field extends Slot {
  readonly name: string
  /** The default value, if any; `value` is set only if it is a literal. */
  readonly default?: { readonly value?: unknown } | undefined
  /** True if the created object has a property of that name. */
  readonly isProperty: boolean
  readonly doc: Documentation
}

/** A class or structural type with the plans of its fields. */
export class ObjectPlan {
  readonly name: string
  readonly class: Class | undefined
  readonly doc: Documentation
  /** The type arguments of the class. */
  readonly typeArguments: readonly TypeInfo[]
  /** The structural type, if this is not a class. */
  readonly structure: NamedType | undefined
  #fields: readonly Field[] = []
  #checks: readonly CheckMethod[] | undefined

  constructor(
    name: string,
    target: Class | undefined,
    doc: Documentation,
    typeArguments: readonly TypeInfo[] = [],
    structure?: NamedType,
  ) {
    this.name = name
    this.class = target
    this.doc = doc
    this.typeArguments = typeArguments
    this.structure = structure
  }

  get fields(): readonly Field[] {
    return this.#fields
  }

  /** The checks of this class and of the classes of its fields. */
  get checks(): readonly CheckMethod[] {
    return (this.#checks ??= checksWithin([this.#type]))
  }

  get #type(): TypeInfo {
    const { name, class: target, typeArguments } = this
    return this.structure ?? { kind: 'class', name, class: target, typeArguments }
  }

  /**
   * Sets the fields right after construction, because they may refer to this object. `compile` runs when first needed.
   */
  fill(fields: readonly Field[], compile: (plan: ObjectPlan) => Hydrate): void {
    this.#fields = fields
    this.hydrate = lazily(() => compile(this))
  }

  /** Validates data and creates the object. `fill` sets this function. */
  hydrate: Hydrate = () => undefined
}

/**
 * Validates the fields of `data` and creates the object. On failure, returns undefined and adds alternating keys and
 * messages to `errors`. At a `depth` above 0, nothing is created and `data` is returned. Objects whose classes have
 * checks are stored in `errors` until the checks run.
 */
export type Hydrate = (data: object, errors: ValidationErrors, depth: number) => unknown

/** The published schemas of classes and named types, with their `$ref`s. */
export interface SchemaReferences {
  referenceTo(plan: ObjectPlan): JsonSchema
  /**
   * Returns the published schema of a type that is not a class: a `$ref` if the type is exported, recursive or large,
   * else the result of `create`.
   */
  referenceToType(type: NamedType, create: () => JsonSchema): JsonSchema
  /** Returns the schema for a `$ref`; `{}` while it is being created. */
  resolve(reference: string): JsonSchema
}
