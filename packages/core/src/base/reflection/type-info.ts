// The form in which @fw/transform writes types into a module. Keep its emitter and this file in sync.

/** A class as a value, which may be abstract. */
export type Class<T = unknown> = abstract new (...args: any[]) => T

export const descriptionKey: unique symbol = Symbol.for('fw.description') as never

/** A declared type after aliases are resolved. */
export type TypeInfo = TypeKind & {
  readonly nullable?: true
  /** The alias of a branded scalar, which only compilers distinguish from the scalar. */
  readonly brand?: string
  /** The constructor parameter whose decorators also apply to the type: that of `id` for `Order['id']`. */
  readonly constrainedBy?: { readonly class: Class | undefined; readonly parameter: string }
}

type TypeKind =
  | { readonly kind: 'string' | 'number' | 'int' | 'bigint' | 'boolean' | 'unknown' | 'void' }
  | { readonly kind: 'null' }
  | ({
      readonly kind: 'enum'
      readonly values: readonly Literal[]
      /** The names of the values, if they are the members of an exported enum. */
      readonly names?: readonly string[]
    } & Named)
  | { readonly kind: 'array'; readonly items: TypeInfo }
  | {
      readonly kind: 'tuple'
      readonly items: readonly TypeInfo[]
      /** The number of required elements. Default: all. */
      readonly least?: number
      /** The type of the elements after the items. */
      readonly rest?: TypeInfo
    }
  /** Without `keys`, any string is a key. */
  | { readonly kind: 'record'; readonly values: TypeInfo; readonly keys?: TypeInfo }
  /** A string that consists of its parts: scalars, literals, templates and unions of them. */
  | { readonly kind: 'template'; readonly parts: readonly TypeInfo[] }
  | ({
      readonly kind: 'object'
      readonly properties: readonly PropertyInfo[]
      /** `Pick` or `Omit` of a class: responses include only these properties. */
      readonly alone?: true
    } & Named)
  /** The enclosing `object` of that name, in a recursive alias or interface. */
  | { readonly kind: 'recursive'; readonly name: string }
  /** `class` is undefined if the import has no run-time value, such as an interface of a package. */
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
  /** A type that a Standard Schema accepts; `text` is its source. */
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

/** The declaration of an enum, or of a type without a run-time value. */
interface Named {
  /** The name, with the type arguments of a generic one: `Page<Item>`. */
  readonly name?: string
  /** The module that exports the declaration, such as `src/billing/item.ts`. */
  readonly at?: string
  /** The doc comment of an exported declaration. */
  readonly doc?: Documentation
}

/** A type that may be declared with a name. */
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

/** True if the framework fills a parameter of this type with the signal that cancels the call. */
export function isAbortSignal(type: TypeInfo): boolean {
  return type.kind === 'builtin' && type.name === 'AbortSignal'
}

export interface Documentation {
  readonly summary?: string
  /** The text after the first sentence. */
  readonly description?: string
  readonly deprecated?: true | string
  readonly examples?: readonly string[]
}

export interface PropertyInfo {
  readonly name: string
  readonly type: TypeInfo
  readonly optional?: true
  /** Replaces an absent value. */
  readonly default?: { readonly value: unknown }
  readonly doc?: Documentation
}

export interface ParameterDescription {
  readonly name: string
  readonly type: TypeInfo
  /** Declared with `?`, or with `undefined` in its type. */
  readonly optional?: true
  /** Present if the parameter has a default; `value` if the default is a literal. */
  readonly default?: { readonly value?: unknown }
  readonly rest?: true
  /** The visibility of a parameter property; undefined for a plain parameter. */
  readonly property?: 'public' | 'protected' | 'private'
  /** `line:column` */
  readonly at: string
  readonly doc?: Documentation
}

export interface MethodDescription {
  readonly parameters: readonly ParameterDescription[]
  /** Undefined if the method declares no return type. `Promise<T>` is written as `T`. */
  readonly returns?: TypeInfo
  /** True if `undefined` is part of the declared return type. */
  readonly returnsOptional?: true
  /** The statuses of the redirects and errors that its `return` statements create. */
  readonly replies?: readonly number[]
  /** Present if it returns only redirects and errors. */
  readonly repliesOnly?: true
  readonly static?: true
  /** `line:column` */
  readonly at: string
  readonly doc?: Documentation
}

export interface GetterDescription {
  /** Undefined if the getter declares no type. */
  readonly type?: TypeInfo
  /** Present if `undefined` is part of the declared type. */
  readonly optional?: true
  readonly static?: true
  /** `line:column` */
  readonly at: string
  readonly doc?: Documentation
}

/** A property that is declared in the body of a class. */
export interface PropertyDescription {
  readonly name: string
  /** Present for a public property that no parameter fills; `initially` if it has an initial value. */
  readonly unfilled?: true | 'initially'
  /** The property as a parameter of the constructor. */
  readonly written: string
  /** The parts of the type of an unfilled property that could not be read. */
  readonly unreadable?: readonly Extract<TypeInfo, { kind: 'unreadable' }>[]
  /** `line:column` */
  readonly at: string
}

/** The result of `Class[Symbol.for('fw.description')]()`. */
export interface ClassDescription {
  readonly name: string
  readonly file: string
  /** `line:column` */
  readonly at: string
  readonly typeParameters?: readonly string[]
  /** The defaults of type parameters, by name. */
  readonly typeDefaults?: Readonly<Record<string, TypeInfo>>
  /** The type arguments of the parent class. */
  readonly parentArguments?: readonly TypeInfo[]
  readonly abstract?: true
  /** Names of the implemented interfaces, as exported by their modules. */
  readonly implements?: readonly string[]
  /** Constructor parameters; undefined if the class declares no constructor. */
  readonly parameters?: readonly ParameterDescription[]
  /** Decorated methods, `handle` of a class that implements `Job`, and all methods of one that implements `Policy`. */
  readonly methods?: Readonly<Record<string, MethodDescription>>
  /** Decorated getters. */
  readonly getters?: Readonly<Record<string, GetterDescription>>
  /** Public properties that data cannot fill, and those with decorators. */
  readonly properties?: readonly PropertyDescription[]
  readonly doc?: Documentation
}
