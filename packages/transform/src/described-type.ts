/**
 * A value that a description mentions, as the module writes it, between marks. JSON escapes a mark,
 * and no text of a user has the escape at both ends.
 */
export type Mentioned = `\0${string}\0`

export function mentioned(text: string): Mentioned {
  return `\0${text}\0`
}

/**
 * A described type, in the form that the framework reads. Only `undefinable` is not part of that form:
 * the owner of the type turns it into `optional`.
 */
export type Type = Kind & Absence & Constrained

export interface Absence {
  readonly nullable?: true | undefined
  readonly undefinable?: true | undefined
}

export interface Constrained {
  /** The name of an alias for a scalar joined with objects, by which compilers alone tell it from others. */
  readonly brand?: string | undefined
  /** The constructor parameter whose attributes hold for the type, too: that of `id` for `Order['id']`. */
  readonly constrainedBy?: { readonly class: Mentioned; readonly parameter: string } | undefined
}

/** What a class in the source shows, for types that are made of its properties. JSON leaves it out. */
export const shape: unique symbol = Symbol('shape')

export interface Shape {
  /** The names of the properties that data can fill. */
  names(): readonly string[]
  /** The class as an object with the properties that `keep` names. `label` is the type that is made of them. */
  toObject(label: string, keep: (name: string) => boolean): Type
}

type Kind =
  | { readonly kind: 'string' | 'number' | 'int' | 'bigint' | 'boolean' | 'unknown' | 'void' }
  | { readonly kind: 'null' }
  | ({
      readonly kind: 'enum'
      readonly values: readonly Literal[]
      /** The names of the values, where they are the members of an exported enum. */
      readonly names?: readonly string[]
    } & Named)
  | { readonly kind: 'array'; readonly items: Type }
  | {
      readonly kind: 'tuple'
      readonly items: readonly Type[]
      /** How many have to be there, if not all. */
      readonly least?: number
      /** Of the elements behind the items. */
      readonly rest?: Type
    }
  | { readonly kind: 'record'; readonly values: Type; readonly keys?: Type }
  /** A text that is its parts, one after the other. */
  | { readonly kind: 'template'; readonly parts: readonly Type[] }
  | ({
      readonly kind: 'object'
      readonly properties: readonly Property[]
      /** Some of a class: answers show these alone. */
      readonly alone?: true
    } & Named)
  | { readonly kind: 'recursive'; readonly name: string }
  | {
      readonly kind: 'class'
      readonly name: string
      readonly class: Mentioned
      readonly typeArguments?: readonly Type[]
      readonly [shape]?: Shape
    }
  | { readonly kind: 'typeParameter'; readonly name: string }
  | { readonly kind: 'builtin'; readonly name: string; readonly typeArguments?: readonly Type[] }
  | ({ readonly kind: 'union'; readonly members: readonly Type[] } & Named)
  /** What a Standard Schema accepts. */
  | ({ readonly kind: 'schema'; readonly schema: Mentioned; readonly text: string } & Named)
  | Unreadable

export interface Named {
  readonly name?: string
  /** The module that exports the declaration. */
  readonly at?: string
  /** What the comment of an exported declaration says. */
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

/** Stands at a method or field of a class that data cannot fill. JSON leaves it out. */
export const unfilled: unique symbol = Symbol('unfilled')

export interface Property {
  readonly name: string
  readonly [unfilled]?: true
  readonly type: Type
  readonly optional?: true | undefined
  /** Takes the place of an absent value. */
  readonly default?: { readonly value: unknown } | undefined
  readonly doc?: Documentation | undefined
}

export interface Documentation {
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: true | string
  readonly examples?: readonly string[]
}

/** The type without what is said about its declaration, which a change of it no longer is. */
export function withoutName<T extends Type>(type: T): T {
  return { ...type, name: undefined, names: undefined, at: undefined, doc: undefined }
}

/** Separates a type from whether it admits `undefined`. */
export function withoutUndefined(type: Type): { type: Type; optional: true | undefined } {
  if (!type.undefinable) return { type, optional: undefined }
  const { undefinable, ...rest } = type
  return { type: rest, optional: undefinable }
}
