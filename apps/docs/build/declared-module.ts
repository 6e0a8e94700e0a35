import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Comment, parseSync, type Program } from 'oxc-parser'

export type Statement = Program['body'][number]

/** A named declaration at the top of a module. */
export interface Declaration {
  readonly name: string
  readonly statement: Statement
}

/** A name of another module. */
interface Link {
  readonly file: string
  readonly name: string
}

/** The top-level names of a file, a source or its published declarations. */
export interface DeclaredModule {
  readonly file: string
  readonly text: string
  readonly comments: readonly Comment[]
  readonly declarations: readonly Declaration[]
  /** Names that come from another file, by their local names. */
  readonly links: ReadonlyMap<string, Link>
  /** The local names of the exports. */
  readonly exported: ReadonlyMap<string, string>
}

/** The declarations of a name: several if it is overloaded, or a type and a value. */
export interface Found {
  readonly module: DeclaredModule
  readonly name: string
  readonly parts: readonly Declaration[]
}

const modules = new Map<string, DeclaredModule>()

export function readModule(file: string): DeclaredModule {
  const known = modules.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, text)
  const module: DeclaredModule = {
    file,
    text,
    comments,
    declarations: program.body.flatMap(declarationsOf),
    links: new Map(program.body.flatMap((statement) => linksOf(statement, file))),
    exported: new Map(program.body.flatMap((statement) => exportsOf(statement, file))),
  }
  modules.set(file, module)
  return module
}

/** Finds where a local name of a module is declared; undefined if it is global or of npm. */
export function findDeclaration(file: string, name: string): Found | undefined {
  const module = readModule(file)
  const parts = module.declarations.filter((declaration) => declaration.name === name)
  if (parts.length > 0) return { module, name, parts }
  const link = module.links.get(name)
  return link && findExport(link)
}

/** Finds the declaration of a type that a declaration names as `import("./file.ts").Name`. */
export function findImported(file: string, specifier: string, name: string): Found | undefined {
  const target = fileOf(file, specifier)
  return target === undefined ? undefined : findExport({ file: target, name })
}

function findExport({ file, name }: Link): Found | undefined {
  return findDeclaration(file, readModule(file).exported.get(name) ?? name)
}

function declarationsOf(statement: Statement): Declaration[] {
  const declared =
    statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement
  if (declared.type === 'VariableDeclaration') {
    return declared.declarations.flatMap(({ id }) =>
      id.type === 'Identifier' ? [{ name: id.name, statement }] : [],
    )
  }
  if (!('id' in declared) || declared.id?.type !== 'Identifier') return []
  return [{ name: declared.id.name, statement }]
}

function linksOf(statement: Statement, file: string): [string, Link][] {
  if (statement.type === 'ImportDeclaration') {
    return statement.specifiers.flatMap((specifier) =>
      specifier.type === 'ImportSpecifier'
        ? linkTo(file, statement.source.value, specifier.local, specifier.imported)
        : [],
    )
  }
  if (statement.type !== 'ExportNamedDeclaration' || !statement.source) return []
  const { source, specifiers } = statement
  return specifiers.flatMap(({ local, exported }) => linkTo(file, source.value, exported, local))
}

function exportsOf(statement: Statement, file: string): [string, string][] {
  if (statement.type === 'ExportAllDeclaration') {
    const target = fileOf(file, statement.source.value)
    return target === undefined ? [] : [...readModule(target).exported]
  }
  if (statement.type !== 'ExportNamedDeclaration') return []
  if (statement.declaration) return declarationsOf(statement).map(({ name }) => [name, name])
  return statement.specifiers.map(({ local, exported }) => [
    nameOf(exported),
    statement.source ? nameOf(exported) : nameOf(local),
  ])
}

type Name =
  | { readonly type: 'Literal'; readonly value: unknown }
  | { readonly type: 'Identifier'; readonly name: string }

function linkTo(file: string, specifier: string, local: Name, imported: Name): [string, Link][] {
  const target = fileOf(file, specifier)
  return target === undefined ? [] : [[nameOf(local), { file: target, name: nameOf(imported) }]]
}

/** The file that a module imports; undefined for packages of npm. */
function fileOf(file: string, specifier: string): string | undefined {
  // Declarations import each other by the endings of their sources.
  const ending = file.endsWith('.d.ts') ? '.d.ts' : '.ts'
  if (specifier.startsWith('.')) {
    return join(dirname(file), specifier).replace(/\.(?:ts|js)$/, ending)
  }
  const [, name, entry = 'index'] = /^@fw\/([\w-]+)(?:\/([\w-]+))?$/.exec(specifier) ?? []
  const packages = dirname(file.slice(0, file.lastIndexOf('/src/')))
  return name === undefined ? undefined : join(packages, name, 'src', `${entry}${ending}`)
}

function nameOf(node: Name): string {
  return node.type === 'Identifier' ? node.name : String(node.value)
}
