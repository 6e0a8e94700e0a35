import type {
  Class,
  Documentation,
  ParameterDescription,
  PropertyDescription,
  TypeInfo,
} from './type-info.ts'

/** A class with its types and decorators, including those of its parents. */
export interface ClassReflection {
  readonly class: Class
  readonly name: string
  /** The location, as `file:line:column`. */
  readonly at: string
  readonly typeParameters: readonly string[]
  /** The defaults of type parameters, by name. */
  readonly typeDefaults: Readonly<Record<string, TypeInfo>>
  /** The type arguments of the parent class. */
  readonly parentArguments: readonly TypeInfo[]
  readonly isAbstract: boolean
  readonly implements: readonly string[]
  readonly attributes: readonly object[]
  readonly parameters: readonly ParameterReflection[]
  readonly methods: readonly MethodReflection[]
  /** The getters that have decorators. */
  readonly getters: readonly GetterReflection[]
  /** Public properties of the class and its parents that cannot be set from data. */
  readonly unfilled: readonly PropertyDescription[]
  readonly doc: Documentation
}

/** A method of a class: its parameters, decorators and declared return type. */
export interface MethodReflection {
  readonly name: string
  readonly isStatic: boolean
  /** The location, as `file:line:column`. */
  readonly at: string
  readonly attributes: readonly object[]
  readonly parameters: readonly ParameterReflection[]
  readonly returns: TypeInfo | undefined
  readonly returnsOptional: boolean
  /** The status codes of the redirects and errors that its `return` statements create. */
  readonly replies: readonly number[]
  readonly repliesOnly: boolean
  readonly doc: Documentation
}

export interface GetterReflection {
  readonly name: string
  readonly type: TypeInfo | undefined
  /** True if the value may be undefined. */
  readonly optional: boolean
  readonly isStatic: boolean
  /** The location, as `file:line:column`. */
  readonly at: string
  readonly attributes: readonly object[]
  readonly doc: Documentation
}

/** A parameter of a constructor or method: its type, default and decorators. */
export interface ParameterReflection extends ParameterDescription {
  /** The location, as `file:line:column`. */
  readonly at: string
  readonly attributes: readonly object[]
  readonly doc: Documentation
}
