import type { Class, ModuleExportName, Statement } from 'oxc-parser'
import { declarationOf, fileScope, type Declaration } from './scope.ts'
import { onceForFile, type SourceFile } from './source-file.ts'

/** The exports of a module, without following re-exports. */
export interface ModuleExports {
  readonly named: ReadonlyMap<string, Export>
  /** The local names of exported types and values. */
  readonly locals: ReadonlySet<string>
  /** The modules in `export * from`. */
  readonly stars: readonly { readonly specifier: string; readonly typeOnly: boolean }[]
}

export type Export = { readonly typeOnly: boolean } & (
  | { readonly kind: 'local'; readonly name: string }
  | { readonly kind: 'from'; readonly specifier: string; readonly name: string }
  | { readonly kind: 'anonymous'; readonly declaration: Declaration }
)

export const exportsOf = onceForFile(collectExports)

/** Returns the name under which a module exports one of its classes as a value. */
export function exportedNameOf(node: Class, file: SourceFile): string | undefined {
  for (const [name, exported] of exportsOf(file).named) {
    if (exported.typeOnly || exported.kind === 'from') continue
    const found =
      exported.kind === 'anonymous'
        ? exported.declaration
        : fileScope(file).types.get(exported.name)
    if (found && 'node' in found && found.node === node) return name
  }
  return undefined
}

/** Returns the name under which a module exports one of its constants. */
export function exportedConstant(local: string, file: SourceFile): string | undefined {
  for (const [name, exported] of exportsOf(file).named) {
    if (exported.kind === 'local' && exported.name === local && !exported.typeOnly) return name
  }
  return undefined
}

function collectExports(file: SourceFile): ModuleExports {
  const named = new Map<string, Export>()
  const stars: { specifier: string; typeOnly: boolean }[] = []
  for (const statement of file.program.body as Statement[]) {
    if (statement.type === 'ExportAllDeclaration') {
      const { exported, source, exportKind } = statement
      const reexport = { specifier: source.value, typeOnly: exportKind === 'type' }
      if (exported) named.set(nameOf(exported), { ...reexport, kind: 'from', name: '*' })
      else stars.push(reexport)
    } else if (statement.type === 'ExportDefaultDeclaration') {
      const exported = defaultExport(statement, file)
      if (exported) named.set('default', exported)
    } else if (statement.type === 'ExportNamedDeclaration') {
      const { source, exportKind, specifiers } = statement
      for (const { local, exported, exportKind: kind } of specifiers) {
        const typeOnly = exportKind === 'type' || kind === 'type'
        const name = nameOf(local)
        named.set(
          nameOf(exported),
          source
            ? { kind: 'from', specifier: source.value, name, typeOnly }
            : { kind: 'local', name, typeOnly },
        )
      }
      for (const name of declaredNames(declarationOf(statement))) {
        named.set(name, { kind: 'local', name, typeOnly: false })
      }
    }
  }
  const locals = [...named.values()].flatMap((each) => (each.kind === 'local' ? [each.name] : []))
  return { named, locals: new Set(locals), stars }
}

function defaultExport(
  { declaration: node }: Extract<Statement, { type: 'ExportDefaultDeclaration' }>,
  file: SourceFile,
): Export | undefined {
  const local = { kind: 'local', typeOnly: false } as const
  const scope = fileScope(file)
  if (node.type === 'Identifier') return { ...local, name: node.name }
  if (node.type === 'TSInterfaceDeclaration') return { ...local, name: node.id.name }
  if (node.type !== 'ClassDeclaration') return undefined
  return node.id
    ? { ...local, name: node.id.name }
    : { kind: 'anonymous', typeOnly: false, declaration: { kind: 'class', node, scope } }
}

function declaredNames(node: ReturnType<typeof declarationOf>): string[] {
  if (node?.type === 'VariableDeclaration') {
    return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  }
  return node && 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : []
}

function nameOf(name: ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}
