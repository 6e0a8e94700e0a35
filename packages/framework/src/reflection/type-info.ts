// The form in which @fw/transform writes types into a module. Its emitter and this file change together.

/** A class as a value, abstract ones included. */
export type Class<T = unknown> = abstract new (...args: any[]) => T

export const descriptionKey: unique symbol = Symbol.for('fw.description') as never

/** A declared type, as it stands in the source after aliases are followed. */
export type TypeInfo = TypeKind & {
  readonly nullable?: true
  /** The name of an alias for a scalar joined with objects, by which compilers alone tell it from others. */
  readonly brand?: string
  /** The constructor parameter whose attributes hold for the type, too: that of `id` for `Order['id']`. */
  readonly constrainedBy?: { readonly class: Class | undefined; readonly parameter: string }
}

type TypeKind =
  | { readonly kind: 'string' | 'number' | 'int' | 'bigint' | 'boolean' | 'unknown' | 'void' }
  | { readonly kind: 'null' }
  | ({
      readonly kind: 'enum'
      readonly values: readonly Literal[]
      /** The names of the values, where they are the members of an exported enum. */
      readonly names?: readonly string[]
    } & Named)
  | { readonly kind: 'array'; readonly items: TypeInfo }
  | {
      readonly kind: 'tuple'
      readonly items: readonly TypeInfo[]
      /** How many have to be there, if not all. */
      readonly least?: number
      /** Of the elements behind the items. */
      readonly rest?: TypeInfo
    }
  /** Without `keys` they are any texts. */
  | { readonly kind: 'record'; readonly values: TypeInfo; readonly keys?: TypeInfo }
  /** A text that is its parts, one after the other: scalars, literals, templates and unions of them. */
  | { readonly kind: 'template'; readonly parts: readonly TypeInfo[] }
  | ({
      readonly kind: 'object'
      readonly properties: readonly PropertyInfo[]
      /** `Pick` or `Omit` of a class: answers show these properties alone. */
      readonly alone?: true
    } & Named)
  /** The enclosing `object` of that name, in a recursive alias or interface. */
  | { readonly kind: 'recursive'; readonly name: string }
  /** `class` is undefined where the import turned out to have no run-time value (an interface of a package). */
  | {
      readonly kind: 'class'
      readonly name: string
      readonly class: Class | undefined
      readonly typeArguments?: readonly TypeInfo[]
    }
  | { readonly kind: 'typeParameter'; readonly name: string }
  | {
      readonly kind: 'builtin'
      readonly name: Builtin
      readonly typeArguments?: readonly TypeInfo[]
    }
  | ({ readonly kind: 'union'; readonly members: readonly TypeInfo[] } & Named)
  /** What a Standard Schema accepts; `text` stands in the source. */
  | ({ readonly kind: 'schema'; readonly schema: unknown; readonly text: string } & Named)
  | {
      readonly kind: 'unreadable'
      readonly text: string
      /** `file:line:column` */
      readonly at: string
      /** A clause that ends with a full stop. */
      readonly reason: string
      /** A sentence. */
      readonly remedy: string
    }

/** The declaration of an enum, or of a type that has no value at run time to be known by. */
interface Named {
  /** With the arguments where it is generic: `Page<Item>`. */
  readonly name?: string
  /** The module, such as `src/billing/item.ts`, where it exports the declaration. */
  readonly at?: string
  /** What the comment of an exported declaration says. */
  readonly doc?: Documentation
}

/** A type that may have been declared with a name. */
export type NamedType = Extract<TypeInfo, { kind: 'enum' | 'object' | 'union' | 'schema' }>

export type Literal = string | number | boolean

export type Builtin =
  | 'Date'
  | 'File'
  | 'Request'
  | 'Response'
  | 'AbortSignal'
  | 'ReadableStream'
  | 'AsyncIterable'
  | 'Uint8Array'
  | 'URL'
  | 'Map'
  | 'Set'
  | TemporalName

export type TemporalName =
  | 'Temporal.Instant'
  | 'Temporal.PlainDate'
  | 'Temporal.PlainTime'
  | 'Temporal.PlainDateTime'
  | 'Temporal.Duration'

const noData: ReadonlySet<Builtin> = new Set<Builtin>([
  'File',
  'Request',
  'Response',
  'AbortSignal',
  'ReadableStream',
  'AsyncIterable',
])

/** Whether a value of a class of the platform has a form in JSON. */
export function isData({ name }: Extract<TypeInfo, { kind: 'builtin' }>): boolean {
  return !noData.has(name)
}

/** Whether the framework fills a parameter of this type with what ends the call early. */
export function isAbortSignal(type: TypeInfo): boolean {
  return type.kind === 'builtin' && type.name === 'AbortSignal'
}

export interface Documentation {
  readonly summary?: string
  /** What follows the first sentence. */
  readonly description?: string
  readonly deprecated?: true | string
  readonly examples?: readonly string[]
}

export interface PropertyInfo {
  readonly name: string
  readonly type: TypeInfo
  readonly optional?: true
  /** Takes the place of an absent value. */
  readonly default?: { readonly value: unknown }
  readonly doc?: Documentation
}

export interface ParameterDescription {
  readonly name: string
  readonly type: TypeInfo
  /** Declared with `?`, or with `undefined` in its type. */
  readonly optional?: true
  /** Present when the parameter has a default; `value` when that default is a literal. */
  readonly default?: { readonly value?: unknown }
  readonly rest?: true
  /** The visibility of a parameter property; absent for a plain parameter. */
  readonly property?: 'public' | 'protected' | 'private'
  /** `line:column` */
  readonly at: string
  readonly doc?: Documentation
}

export interface MethodDescription {
  readonly parameters: readonly ParameterDescription[]
  /** Absent when the method declares no return type. `Promise<T>` is written as `T`. */
  readonly returns?: TypeInfo
  /** `undefined` is part of the declared return type. */
  readonly returnsOptional?: true
  /** The statuses of the redirects and errors that its `return`s build. */
  readonly replies?: readonly number[]
  /** It returns nothing beside them. */
  readonly repliesOnly?: true
  readonly static?: true
  /** `line:column` */
  readonly at: string
  readonly doc?: Documentation
}

export interface GetterDescription {
  /** Absent when the getter declares none. */
  readonly type?: TypeInfo
  /** `undefined` is part of the declared type. */
  readonly optional?: true
  readonly static?: true
  /** `line:column` */
  readonly at: string
  readonly doc?: Documentation
}

/** A property that is declared in the body of a class. */
export interface PropertyDescription {
  readonly name: string
  /** Present for a public property that no parameter fills; `initially` if it has a value without data. */
  readonly unfilled?: true | 'initially'
  /** The property as a parameter of the constructor. */
  readonly written: string
  /** `line:column` */
  readonly at: string
}

/** What `Class[Symbol.for('fw.description')]()` returns. */
export interface ClassDescription {
  readonly name: string
  readonly file: string
  /** `line:column` */
  readonly at: string
  readonly typeParameters?: readonly string[]
  /** The defaults of type parameters, by their names. */
  readonly typeDefaults?: Readonly<Record<string, TypeInfo>>
  /** The type arguments of the class that it extends. */
  readonly parentArguments?: readonly TypeInfo[]
  readonly abstract?: true
  /** Names of the implemented interfaces, as exported by their modules. */
  readonly implements?: readonly string[]
  /** Constructor parameters; absent when the class has no constructor of its own. */
  readonly parameters?: readonly ParameterDescription[]
  /** Decorated methods, `handle` of a class that implements `Job`, and all of one that implements `Policy`. */
  readonly methods?: Readonly<Record<string, MethodDescription>>
  /** Decorated getters. */
  readonly getters?: Readonly<Record<string, GetterDescription>>
  /** Public properties that data cannot fill, and those with decorators. */
  readonly properties?: readonly PropertyDescription[]
  readonly doc?: Documentation
}
