import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Comment, parseSync, type Program } from 'oxc-parser'

/** A name that a published declaration exports. */
export interface PublicExport {
  readonly name: string
  /** Its doc comment, without stars; empty if there is none. */
  readonly doc: string
  /** Its declaration, without what is private. */
  readonly code: string
}

type Statement = Program['body'][number]

interface Named {
  readonly name: string
  readonly from: number
  readonly to: number
}

interface Module {
  readonly text: string
  readonly comments: readonly Comment[]
  readonly declarations: readonly Named[]
  /** Names that come from another file, by the name under which they are known here. */
  readonly links: ReadonlyMap<string, { readonly file: string; readonly name: string }>
  readonly exported: ReadonlyMap<string, string>
}

/**
 * Returns the exports of an entry point, a source or its published declarations, sorted by name;
 * overloads are one export.
 */
export function readExports(file: string): PublicExport[] {
  const { exported } = readModule(file)
  return [...exported]
    .map(([name, local]) => describe(name, find(file, local)))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

function find(file: string, name: string): { module: Module; parts: readonly Named[] } {
  const module = readModule(file)
  const parts = module.declarations.filter((declaration) => declaration.name === name)
  if (parts.length > 0) return { module, parts }
  const link = module.links.get(name)
  if (!link) throw new Error(`${file} declares no ${name}.`)
  return find(link.file, readModule(link.file).exported.get(link.name) ?? link.name)
}

function describe(name: string, { module, parts }: ReturnType<typeof find>): PublicExport {
  const comments = parts.map(({ from }) => docBefore(module, from))
  const code = parts.map(({ from, to }) => module.text.slice(from, to)).join('\n')
  return { name, doc: comments.find(Boolean) ?? '', code: withoutPrivate(code) }
}

function docBefore({ text, comments }: Module, position: number): string {
  const comment = comments.findLast(({ end }) => end <= position)
  if (!comment?.value.startsWith('*')) return ''
  if (text.slice(comment.end, position).trim() !== '') return ''
  return comment.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim()
}

function withoutPrivate(code: string): string {
  return code
    .replace(/^(export )?declare /gm, '$1')
    .replace(/^(?: {4})+/gm, (indent) => indent.slice(indent.length / 2))
    .replace(/^(?: *\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)? *(?:#private|private\b.*);\n/gm, '')
}

const modules = new Map<string, Module>()

function readModule(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, text)
  const module: Module = {
    text,
    comments,
    declarations: program.body.flatMap(declarationsOf),
    links: new Map(program.body.flatMap((statement) => linksOf(statement, file))),
    exported: new Map(program.body.flatMap((statement) => exportsOf(statement, file))),
  }
  modules.set(file, module)
  return module
}

function declarationsOf(statement: Statement): Named[] {
  const declared =
    statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement
  const place = { from: statement.start, to: statement.end }
  if (declared.type === 'VariableDeclaration') {
    return declared.declarations.flatMap(({ id }) =>
      id.type === 'Identifier' ? [{ name: id.name, ...place }] : [],
    )
  }
  if (!('id' in declared) || declared.id?.type !== 'Identifier') return []
  return [{ name: declared.id.name, ...place }]
}

function linksOf(
  statement: Statement,
  file: string,
): [string, { readonly file: string; readonly name: string }][] {
  if (statement.type === 'ImportDeclaration') {
    return statement.specifiers.flatMap((specifier) =>
      specifier.type === 'ImportSpecifier'
        ? [
            [
              specifier.local.name,
              targetOf(file, statement.source.value, nameOf(specifier.imported)),
            ],
          ]
        : [],
    )
  }
  if (statement.type !== 'ExportNamedDeclaration' || !statement.source) return []
  const { source, specifiers } = statement
  return specifiers.map(({ local, exported }) => [
    nameOf(exported),
    targetOf(file, source.value, nameOf(local)),
  ])
}

function exportsOf(statement: Statement, file: string): [string, string][] {
  if (statement.type === 'ExportAllDeclaration' && statement.source.value.startsWith('.')) {
    const target = targetOf(file, statement.source.value, '').file
    return [...readModule(target).exported]
  }
  if (statement.type !== 'ExportNamedDeclaration') return []
  if (statement.declaration) return declarationsOf(statement).map(({ name }) => [name, name])
  return statement.specifiers.map(({ local, exported }) => [
    nameOf(exported),
    statement.source ? nameOf(exported) : nameOf(local),
  ])
}

function targetOf(file: string, specifier: string, name: string) {
  const target = join(dirname(file), specifier).replace(/\.(?:ts|js)$/, endingOf(file))
  return { file: target, name }
}

/** Declarations name each other by the endings of their sources. */
function endingOf(file: string): string {
  return file.endsWith('.d.ts') ? '.d.ts' : '.ts'
}

function nameOf(
  node: { readonly type: 'Literal'; readonly value: unknown } | { readonly name: string },
): string {
  return 'name' in node ? node.name : String(node.value)
}
