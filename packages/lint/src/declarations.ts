import { relative } from 'node:path'
import type {
  ClassNode,
  Decorator,
  ExportNode,
  Expression,
  Identifier,
  ImportNode,
  Member,
  Node,
  Program,
  TypeNode,
} from './ast.ts'

/** The file that a linter checks. */
export interface CheckedFile {
  readonly filename: string
  readonly cwd: string
  readonly sourceCode: { readonly ast: unknown; getText(node: unknown): string }
}

/** The classes of a module, with their fw decorators. */
export interface Declarations {
  readonly program: Program
  readonly classes: readonly DeclaredClass[]
  /** The name of the file in messages. */
  readonly file: string
  /** Returns the exported name of a local name that is imported from fw or one of its packages. */
  imported(name: string): string | undefined
  textOf(node: Node): string
}

export interface DeclaredClass {
  readonly node: ClassNode
  readonly name: string
  readonly isExported: boolean
  readonly attributes: readonly DecoratorUse[]
  readonly methods: readonly DeclaredMethod[]
  readonly parameters: readonly DeclaredParameter[]
  /** The names of the properties that the class declares in addition to constructor parameters. */
  readonly properties: ReadonlySet<string>
  readonly isJob: boolean
}

export interface DeclaredMethod {
  readonly node: Member
  /** The method, as `Class.method`. */
  readonly owner: string
  readonly attributes: readonly DecoratorUse[]
  readonly parameters: readonly DeclaredParameter[]
  readonly returns: TypeNode | undefined
}

export interface DeclaredParameter {
  readonly node: Node
  readonly name: string
  readonly type: TypeNode | undefined
  readonly attributes: readonly DecoratorUse[]
  readonly isProperty: boolean
  readonly isOptional: boolean
}

/** An fw decorator on a class, method or parameter. */
export interface DecoratorUse {
  readonly node: Decorator
  /** The name under which fw exports it. */
  readonly name: string
  /** The arguments; undefined if the decorator has no parentheses. */
  readonly arguments: readonly Expression[] | undefined
}

/** The decorators that make a method a route. */
export const routes: ReadonlySet<string> = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete'])

/** Returns the decorators that make a method a route. */
export function routesOf({ attributes }: DeclaredMethod): readonly DecoratorUse[] {
  return attributes.filter(({ name }) => routes.has(name))
}

/** True if the return type of a method is published in a document or a client. */
export function isPublished(method: DeclaredMethod): boolean {
  return routesOf(method).length > 0 || method.attributes.some(({ name }) => name === 'McpTool')
}

/** Returns the value of a string literal; undefined for other expressions. */
export function literalText(node: Expression | undefined): string | undefined {
  return typeof node?.value === 'string' ? node.value : undefined
}

export function declarationsIn(program: Program, file: CheckedFile): Declarations {
  const names = importsOf(program)
  const imported = (name: string) => names.get(name)
  const exported = exportedNames(program)
  const classes = program.body.flatMap(classIn).map(({ node, isExported }) => {
    const name = node.id?.name ?? 'default'
    return readClass(node, isExported || exported.has(name), imported)
  })
  return {
    program,
    classes,
    file: relative(file.cwd, file.filename).replaceAll('\\', '/'),
    imported,
    textOf: (node) => file.sourceCode.getText(node),
  }
}

/** Returns the exported names of fw and its packages, by local name. */
function importsOf({ body }: Program): ReadonlyMap<string, string> {
  const imports = body.filter((node): node is ImportNode => node.type === 'ImportDeclaration')
  const frameworkImports = imports.filter(({ source }) =>
    /^(?:fw|@fw\/[\w-]+)(?:\/|$)/u.test(source.value),
  )
  return new Map(
    frameworkImports.flatMap(({ specifiers }) =>
      specifiers.map(({ local, imported }) => [local.name, (imported ?? local).name] as const),
    ),
  )
}

function exportedNames({ body }: Program): ReadonlySet<string> {
  const exports = body.filter((node): node is ExportNode => node.type.startsWith('Export'))
  const listed = exports.flatMap(({ source, specifiers = [] }) => (source ? [] : specifiers))
  const assigned = exports.flatMap(({ declaration }) =>
    declaration?.type === 'Identifier' ? [(declaration as Identifier).name] : [],
  )
  return new Set([...listed.map(({ local }) => local.name), ...assigned])
}

function classIn(statement: Node): { node: ClassNode; isExported: boolean }[] {
  const isExported = /^Export(?:Named|Default)Declaration$/u.test(statement.type)
  const node = isExported ? (statement as ExportNode).declaration : statement
  return node?.type === 'ClassDeclaration' ? [{ node: node as ClassNode, isExported }] : []
}

type ResolveImport = Declarations['imported']

function readClass(node: ClassNode, isExported: boolean, imported: ResolveImport): DeclaredClass {
  const name = node.id?.name ?? 'default'
  const members = node.body.body.filter(({ type }) => type === 'MethodDefinition')
  const constructor = members.find(({ kind }) => kind === 'constructor')
  const interfaces = (node.implements ?? []).map(({ expression }) =>
    imported(expression.name ?? ''),
  )
  return {
    node,
    name,
    isExported,
    attributes: usesOf(node.decorators, imported),
    methods: members
      .filter(({ kind }) => kind === 'method')
      .map((member) => readMethod(name, member, imported)),
    parameters: readParameters(constructor, imported),
    properties: new Set(node.body.body.flatMap(propertyIn)),
    isJob: interfaces.includes('Job'),
  }
}

function propertyIn({ type, key }: Member): string[] {
  return type === 'PropertyDefinition' ? [key.name] : []
}

function readMethod(type: string, node: Member, imported: ResolveImport): DeclaredMethod {
  return {
    node,
    owner: `${type}.${node.key.name}`,
    attributes: usesOf(node.decorators, imported),
    parameters: readParameters(node, imported),
    returns: node.value?.returnType?.typeAnnotation,
  }
}

function readParameters(member: Member | undefined, imported: ResolveImport): DeclaredParameter[] {
  return (member?.value?.params ?? []).map((node) => {
    const outer = node.parameter ?? node
    const inner = outer.left ?? outer.argument ?? outer
    const annotation = inner.typeAnnotation ?? outer.typeAnnotation
    return {
      node: inner,
      name: inner.name ?? '',
      type: annotation?.typeAnnotation,
      attributes: usesOf(
        [...(node.decorators ?? []), ...(inner === node ? [] : (inner.decorators ?? []))],
        imported,
      ),
      isProperty: node.parameter !== undefined,
      isOptional: inner.optional === true || outer.left !== undefined,
    }
  })
}

function usesOf(
  decorators: readonly Decorator[] | undefined,
  imported: ResolveImport,
): DecoratorUse[] {
  return (decorators ?? []).flatMap((node) => {
    const { expression } = node
    const isCall = expression.type === 'CallExpression'
    const name = imported((isCall ? expression.callee : expression)?.name ?? '')
    return name === undefined
      ? []
      : [{ node, name, arguments: isCall ? (expression.arguments ?? []) : undefined }]
  })
}
