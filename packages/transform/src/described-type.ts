/**
 * A reference to a value in a description, as written in the module, between two NUL characters. JSON escapes them.
 * A string in the user's code is assumed not to begin and end with that escape.
 */
export type ValueReference = `\0${string}\0`

export function valueReference(text: string): ValueReference {
  return `\0${text}\0`
}

/**
 * A described type, in the format that the framework reads. `undefinable` is not part of that format: it becomes
 * `optional` of the parameter or property that has the type, or `returnsOptional` of the method that returns it.
 */
export type Type = Kind & Nullability & Constraints

export interface Nullability {
  readonly nullable?: true | undefined
  readonly undefinable?: true | undefined
}

export interface Constraints {
  /**
   * The name of the alias of a branded scalar: an intersection of a scalar and an object type, which only the type
   * checker distinguishes from the scalar.
   */
  readonly brand?: string | undefined
  /** The constructor parameter whose decorators also apply to the type: for `Order['id']`, the parameter `id`. */
  readonly constrainedBy?:
    | { readonly class: ValueReference; readonly parameter: string }
    | undefined
}

/** The properties of a class in the source, from which other types can be derived. JSON leaves them out. */
export const shape: unique symbol = Symbol('shape')

export interface Shape {
  /** The names of the properties that can be set from data. */
  names(): readonly string[]
  /**
   * Returns an object type with the properties that `keep` selects. `label` is the name of the
   * derived type.
   */
  toObject(label: string, keep: (name: string) => boolean): Type
}

type Kind =
  | { readonly kind: 'string' | 'number' | 'int' | 'bigint' | 'boolean' | 'unknown' | 'void' }
  | { readonly kind: 'null' }
  | ({
      readonly kind: 'enum'
      readonly values: readonly Literal[]
      /** The names of the values, if they are the members of an exported enum. */
      readonly names?: readonly string[]
    } & DeclarationInfo)
  | { readonly kind: 'array'; readonly items: Type }
  | {
      readonly kind: 'tuple'
      readonly items: readonly Type[]
      /** The minimum number of elements, if not all are required. */
      readonly least?: number
      /** The type of the elements after the items. */
      readonly rest?: Type
    }
  | { readonly kind: 'record'; readonly values: Type; readonly keys?: Type }
  /** A template literal type that consists of these parts. */
  | { readonly kind: 'template'; readonly parts: readonly Type[] }
  | ({
      readonly kind: 'object'
      readonly properties: readonly Property[]
      /** True for `Pick` or `Omit` of a class: responses include only these properties. */
      readonly alone?: true
    } & DeclarationInfo)
  | { readonly kind: 'recursive'; readonly name: string }
  | {
      readonly kind: 'class'
      readonly name: string
      readonly class: ValueReference
      readonly typeArguments?: readonly Type[]
      readonly [shape]?: Shape
    }
  | { readonly kind: 'typeParameter'; readonly name: string }
  | { readonly kind: 'builtin'; readonly name: string; readonly typeArguments?: readonly Type[] }
  | ({ readonly kind: 'union'; readonly members: readonly Type[] } & DeclarationInfo)
  /** The type of the values that a Standard Schema accepts. */
  | ({
      readonly kind: 'schema'
      readonly schema: ValueReference
      readonly text: string
    } & DeclarationInfo)
  | Unreadable

export interface DeclarationInfo {
  readonly name?: string
  /** The module that exports the declaration. */
  readonly at?: string
  /** The documentation comment of an exported declaration. */
  readonly doc?: Documentation | undefined
}

export interface Unreadable {
  readonly kind: 'unreadable'
  readonly text: string
  readonly at: string
  readonly reason: string
  readonly remedy: string
}

export type Literal = string | number | boolean

export type ObjectType = Extract<Type, { kind: 'object' }>

/** The key that marks a method or property that cannot be set from data. JSON leaves it out. */
export const unfilled: unique symbol = Symbol('unfilled')

export interface Property {
  readonly name: string
  readonly [unfilled]?: true
  readonly type: Type
  readonly optional?: true | undefined
  /** The value to use if the property is absent. */
  readonly default?: { readonly value: unknown } | undefined
  readonly doc?: Documentation | undefined
}

export interface Documentation {
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: true | string
  readonly examples?: readonly string[]
}

/**
 * Returns the type without the name, location and documentation of its declaration, which do not apply after the type
 * is changed.
 */
export function withoutName<T extends Type>(type: T): T {
  return { ...type, name: undefined, names: undefined, at: undefined, doc: undefined }
}

/** Returns a type without `undefined`, and whether `undefined` was allowed. */
export function withoutUndefined(type: Type): { type: Type; optional: true | undefined } {
  if (!type.undefinable) return { type, optional: undefined }
  const { undefinable, ...rest } = type
  return { type: rest, optional: undefinable }
}
