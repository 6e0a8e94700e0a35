// The format in which @fw/transform writes types into a module. Keep its emitter and this file in sync.

/** A class as a value, which may be abstract. */
export type Class<T = unknown> = abstract new (...args: any[]) => T

export const descriptionKey: unique symbol = Symbol.for('fw.description') as never

/** A declared type after aliases are resolved. */
export type TypeInfo = TypeKind & {
  readonly nullable?: true
  /** The alias of a branded scalar, which differs from the scalar only for the compiler. */
  readonly brand?: string
  /** The constructor parameter whose decorators also apply to the type: for `Order['id']`, the parameter `id`. */
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
      /** The type of any further elements after the items. */
      readonly rest?: TypeInfo
    }
  /** An object with any number of keys. Without `keys`, any string is a key. */
  | { readonly kind: 'record'; readonly values: TypeInfo; readonly keys?: TypeInfo }
  /** A template literal type. Its parts are scalars, literals, templates and unions of them. */
  | { readonly kind: 'template'; readonly parts: readonly TypeInfo[] }
  | ({
      readonly kind: 'object'
      readonly properties: readonly PropertyInfo[]
      /** True for `Pick` or `Omit` of a class: responses include only these properties. */
      readonly alone?: true
    } & Named)
  /** A reference to the enclosing `object` of that name, in a recursive alias or interface. */
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
  /** A type that is inferred from a Standard Schema; `text` is the source code of the type. */
  | ({ readonly kind: 'schema'; readonly schema: unknown; readonly text: string } & Named)
  | {
      readonly kind: 'unreadable'
      readonly text: string
      /** The location, as `file:line:column`. */
      readonly at: string
      /** The reason, as a clause with a full stop. */
      readonly reason: string
      /** The advice on how to fix the type, as a sentence. */
      readonly remedy: string
    }

/** The declaration of an enum, or of a type that does not exist at run time. */
interface Named {
  /** The name, with the type arguments of a generic type: `Page<Item>`. */
  readonly name?: string
  /** The module that exports the declaration, such as `src/billing/item.ts`. */
  readonly at?: string
  /** The doc comment of an exported declaration. */
  readonly doc?: Documentation
}

/** A kind of type that may have a name. */
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

/** True if a parameter has the type `AbortSignal`: the framework passes a signal that cancels the call. */
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

/** The documentation of declarations without a doc comment: one object for all, because there are many. */
export const undocumented: Documentation = Object.freeze({})

export interface PropertyInfo {
  readonly name: string
  readonly type: TypeInfo
  readonly optional?: true
  /** The value to use if the property is absent. */
  readonly default?: { readonly value: unknown }
  readonly doc?: Documentation
}

export interface ParameterDescription {
  readonly name: string
  readonly type: TypeInfo
  /** True if declared with `?`, or with `undefined` in its type. */
  readonly optional?: true
  /** The default value, if any; `value` is set only if it can be read from the source. */
  readonly default?: { readonly value?: unknown }
  readonly rest?: true
  /** The visibility of a parameter property; undefined for a plain parameter. */
  readonly property?: 'public' | 'protected' | 'private'
  /** The location in the file, as `line:column`. */
  readonly at: string
  readonly doc?: Documentation
}

export interface MethodDescription {
  readonly parameters: readonly ParameterDescription[]
  /** The declared return type, if any. `Promise<T>` is written as `T`. */
  readonly returns?: TypeInfo
  /** True if `undefined` is part of the declared return type. */
  readonly returnsOptional?: true
  /** The statuses of the redirects and errors that its `return` statements create. */
  readonly replies?: readonly number[]
  /** True if it returns only redirects and errors. */
  readonly repliesOnly?: true
  readonly static?: true
  /** The location in the file, as `line:column`. */
  readonly at: string
  readonly doc?: Documentation
}

export interface GetterDescription {
  /** The declared type, if any. */
  readonly type?: TypeInfo
  /** True if `undefined` is part of the declared type. */
  readonly optional?: true
  readonly static?: true
  /** The location in the file, as `line:column`. */
  readonly at: string
  readonly doc?: Documentation
}

/** A property that is declared in the body of a class. */
export interface PropertyDescription {
  readonly name: string
  /** True if no constructor parameter sets this public property; `'initially'` if it also has an initial value. */
  readonly unfilled?: true | 'initially'
  /** The source code of a constructor parameter that could replace the property. Errors show it. */
  readonly written: string
  /** The parts of the type of an unfilled property that could not be read. */
  readonly unreadable?: readonly Extract<TypeInfo, { kind: 'unreadable' }>[]
  /** The location in the file, as `line:column`. */
  readonly at: string
}

/** The result of `Class[Symbol.for('fw.description')]()`. */
export interface ClassDescription {
  readonly name: string
  readonly file: string
  /** The location in the file, as `line:column`. */
  readonly at: string
  readonly typeParameters?: readonly string[]
  /** The defaults of type parameters, by name. */
  readonly typeDefaults?: Readonly<Record<string, TypeInfo>>
  /** The type arguments of the parent class. */
  readonly parentArguments?: readonly TypeInfo[]
  readonly abstract?: true
  /** The names of the implemented interfaces, as exported by their modules. */
  readonly implements?: readonly string[]
  /** Constructor parameters; undefined if the class declares no constructor. */
  readonly parameters?: readonly ParameterDescription[]
  /**
   * The described methods: decorated ones, all methods of a class that implements `Policy`, and
   * `handle` and `failed` of a class that implements `Job` or extends a class, which may be a job.
   */
  readonly methods?: Readonly<Record<string, MethodDescription>>
  /** The getters that have decorators. */
  readonly getters?: Readonly<Record<string, GetterDescription>>
  /** Public properties that no constructor parameter sets, and properties with decorators. */
  readonly properties?: readonly PropertyDescription[]
  readonly doc?: Documentation
}
