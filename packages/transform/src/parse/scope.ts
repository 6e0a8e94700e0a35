import type {
  Class,
  Expression,
  ImportDeclaration,
  Statement,
  TSEnumDeclaration,
  TSInterfaceDeclaration,
  TSType,
  TSTypeAliasDeclaration,
  TSTypeName,
  TSTypeParameterDeclaration,
} from 'oxc-parser'
import type { Type } from '../described-type.ts'
import { onceForFile, type SourceFile } from './source-file.ts'

/** The names that are visible at some point in a module. Imports are not followed. */
export interface Scope {
  readonly file: SourceFile
  readonly parent: Scope | undefined
  readonly types: Map<string, Declaration>
  readonly values: Map<string, Declaration>
  /** The scopes of namespaces, including namespaces that share their name with another declaration. */
  readonly namespaces?: Map<string, Scope>
}

export type Declaration =
  | { readonly kind: 'class'; readonly node: Class; readonly scope: Scope }
  | {
      readonly kind: 'interface'
      readonly node: TSInterfaceDeclaration
      /** All declarations with that name, which TypeScript merges. */
      readonly parts: TSInterfaceDeclaration[]
      readonly scope: Scope
    }
  | { readonly kind: 'alias'; readonly node: TSTypeAliasDeclaration; readonly scope: Scope }
  | {
      readonly kind: 'enum'
      readonly node: TSEnumDeclaration
      readonly parts: TSEnumDeclaration[]
      readonly scope: Scope
    }
  | { readonly kind: 'namespace'; readonly scope: Scope }
  | {
      readonly kind: 'constant'
      readonly init: Expression
      readonly type: TSType | undefined
      readonly scope: Scope
    }
  | { readonly kind: 'variable'; readonly type?: TSType | undefined; readonly scope: Scope }
  | { readonly kind: 'typeParameter'; readonly type: Type }
  | {
      readonly kind: 'import'
      readonly specifier: string
      /** The exported name; `*` for the whole module. */
      readonly name: string
      readonly typeOnly: boolean
      readonly scope: Scope
    }
  /** An alias such as `import Name = Space.Member`. */
  | { readonly kind: 'importAlias'; readonly of: TSTypeName; readonly scope: Scope }

/** Returns a scope with the names declared in a block, inside `parent`. */
export function blockScope(
  file: SourceFile,
  statements: readonly Statement[],
  parent?: Scope,
): Scope {
  const names = { types: new Map(), values: new Map(), namespaces: new Map() }
  const scope: Scope = { file, parent, ...names }
  declareAll(statements, scope)
  return scope
}

function declareAll(statements: readonly Statement[], scope: Scope): void {
  for (const statement of statements) {
    if (statement.type === 'ImportDeclaration') declareImports(statement, scope)
    else declare(declarationOf(statement), scope)
  }
}

/** Returns the scope inside a declaration that has type parameters. */
export function typeParameterScope(
  parent: Scope,
  declared: TSTypeParameterDeclaration | null | undefined,
  typeOf: (name: string, index: number) => Type,
): Scope {
  if (!declared) return parent
  const scope: Scope = { file: parent.file, parent, types: new Map(), values: new Map() }
  declared.params.forEach(({ name: { name } }, index) => {
    scope.types.set(name, { kind: 'typeParameter', type: typeOf(name, index) })
  })
  return scope
}

/** Returns the scope of a module. */
export const fileScope = onceForFile((file) => blockScope(file, file.program.body as Statement[]))

/** Finds the declaration of a name in a scope or an outer one. */
export function lookup(
  name: string,
  space: 'types' | 'values',
  scope: Scope | undefined,
): Declaration | undefined {
  return scope && (scope[space].get(name) ?? lookup(name, space, scope.parent))
}

type DeclaringNode = Statement | TSInterfaceDeclaration

/** Returns the declaration inside an `export`, or the node itself. */
export function declarationOf(statement: Statement): DeclaringNode | undefined {
  if (statement.type === 'ExportNamedDeclaration') return statement.declaration ?? undefined
  if (statement.type !== 'ExportDefaultDeclaration') return statement
  const { declaration } = statement
  return declaration.type === 'ClassDeclaration' || declaration.type === 'TSInterfaceDeclaration'
    ? declaration
    : undefined
}

function declare(node: DeclaringNode | undefined, scope: Scope): void {
  switch (node?.type) {
    case 'ClassDeclaration':
      if (node.id) declareBoth(node.id.name, { kind: 'class', node, scope }, scope)
      return
    case 'TSInterfaceDeclaration':
      declareInterface(node, scope)
      return
    case 'TSTypeAliasDeclaration':
      scope.types.set(node.id.name, { kind: 'alias', node, scope })
      return
    case 'TSEnumDeclaration':
      declareEnum(node, scope)
      return
    case 'TSImportEqualsDeclaration': {
      const { id, moduleReference: of } = node
      if (of.type === 'TSExternalModuleReference') return
      declareBoth(id.name, { kind: 'importAlias', of, scope }, scope)
      return
    }
    case 'TSModuleDeclaration':
      if (node.id.type === 'Identifier' && node.body) {
        declareNamespace(node.id.name, node.body.body as Statement[], scope)
      }
      return
    case 'FunctionDeclaration':
      if (node.id) scope.values.set(node.id.name, { kind: 'variable', scope })
      return
    case 'VariableDeclaration':
      for (const { id, init } of node.declarations) {
        if (id.type !== 'Identifier') continue
        const type = id.typeAnnotation?.typeAnnotation
        const isConstant = node.kind === 'const' && init
        scope.values.set(
          id.name,
          isConstant ? { kind: 'constant', init, type, scope } : { kind: 'variable', type, scope },
        )
      }
  }
}

/**
 * Declares a namespace. Namespaces with the same name are merged, and may share the name with a class, an interface or
 * an enum.
 */
function declareNamespace(name: string, statements: readonly Statement[], scope: Scope): void {
  const known = scope.namespaces?.get(name)
  if (known) {
    declareAll(statements, known)
    return
  }
  const inner = blockScope(scope.file, statements, scope)
  scope.namespaces?.set(name, inner)
  if (!scope.types.has(name)) declareBoth(name, { kind: 'namespace', scope: inner }, scope)
}

function declareInterface(node: TSInterfaceDeclaration, scope: Scope): void {
  const known = scope.types.get(node.id.name)
  if (known?.kind === 'interface') known.parts.push(node)
  else if (known?.kind !== 'class')
    scope.types.set(node.id.name, { kind: 'interface', node, parts: [node], scope })
}

function declareEnum(node: TSEnumDeclaration, scope: Scope): void {
  const known = scope.types.get(node.id.name)
  if (known?.kind === 'enum') known.parts.push(node)
  else declareBoth(node.id.name, { kind: 'enum', node, parts: [node], scope }, scope)
}

function declareImports(node: ImportDeclaration, scope: Scope): void {
  for (const specifier of node.specifiers) {
    declareBoth(
      specifier.local.name,
      {
        kind: 'import',
        specifier: node.source.value,
        name: importedName(specifier),
        typeOnly:
          node.importKind === 'type' ||
          (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type'),
        scope,
      },
      scope,
    )
  }
}

function importedName(specifier: ImportDeclaration['specifiers'][number]): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default'
  if (specifier.type === 'ImportNamespaceSpecifier') return '*'
  const { imported } = specifier
  return imported.type === 'Literal' ? imported.value : imported.name
}

function declareBoth(name: string, declaration: Declaration, scope: Scope): void {
  scope.types.set(name, declaration)
  scope.values.set(name, declaration)
}
