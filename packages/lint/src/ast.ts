// The parts of the syntax tree (ESTree with TypeScript) that the rules read. oxlint and ESLint use the same tree.

export interface Node {
  readonly type: string
  readonly range: readonly [number, number]
  readonly parent?: Node
}

export interface Identifier extends Node {
  readonly name: string
  readonly typeAnnotation?: TypeAnnotation | null
  readonly optional?: boolean
  readonly decorators?: readonly Decorator[]
}

export interface Decorator extends Node {
  readonly expression: Expression
}

/** An expression of any kind, with the properties that the rules read. */
export interface Expression extends Node {
  readonly name?: string
  readonly value?: unknown
  readonly callee?: Expression
  readonly arguments?: readonly Expression[]
  readonly object?: Expression
  readonly property?: Expression
  readonly expression?: Expression
}

export interface TypeAnnotation extends Node {
  readonly typeAnnotation: TypeNode
}

/** A type of any kind, with the properties that the rules read. */
export interface TypeNode extends Node {
  readonly typeName?: Identifier
  readonly typeArguments?: { readonly params: readonly TypeNode[] } | null
  readonly types?: readonly TypeNode[]
  readonly elementType?: TypeNode
}

/** A plain parameter, a parameter with a default, a rest parameter, or a parameter property. */
export interface Parameter extends Identifier {
  readonly parameter?: Parameter
  readonly left?: Parameter
  readonly argument?: Parameter
}

export interface Member extends Node {
  readonly key: Identifier
  readonly kind?: string
  readonly static?: boolean
  readonly decorators?: readonly Decorator[]
  readonly typeAnnotation?: TypeAnnotation | null
  readonly value?: {
    readonly params?: readonly Parameter[]
    readonly returnType?: TypeAnnotation | null
  } | null
}

export interface ClassNode extends Node {
  readonly id: Identifier | null
  readonly abstract?: boolean
  readonly decorators?: readonly Decorator[]
  readonly implements?: readonly { readonly expression: Expression }[]
  readonly body: { readonly body: readonly Member[] }
}

export interface ImportNode extends Node {
  readonly source: { readonly value: string }
  readonly specifiers: readonly (Node & {
    readonly local: Identifier
    readonly imported?: Identifier
  })[]
}

export interface ExportNode extends Node {
  readonly source?: unknown
  readonly declaration?: Node | null
  readonly specifiers?: readonly { readonly local: Identifier }[]
}

export interface Program extends Node {
  readonly body: readonly Node[]
}
