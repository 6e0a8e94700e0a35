import {
  type DeclaredModule,
  type Found,
  findDeclaration,
  findImported,
  readModule,
} from './declared-module.ts'
import { type DeclarationKind, readDeclaration } from './read-declaration.ts'

/** The groups of the reference. */
export type ExportKind = DeclarationKind | 'error'

/** A name that a published declaration exports. */
export interface PublicExport {
  readonly name: string
  readonly kind: ExportKind
  /** The doc comment without stars, or an empty string. */
  readonly doc: string
  /** Its declaration, without what is private. */
  readonly code: string
  /** The file and name of its declaration. Modules that export the same declaration have it in common. */
  readonly origin: string
  /** The origins of the types that the code and the doc comment name. */
  readonly types: ReadonlyMap<string, string>
}

/**
 * Returns the exports of an entry point, a source or its published declarations, sorted by name;
 * overloads are one export.
 */
export function readExports(file: string): PublicExport[] {
  return [...readModule(file).exported]
    .map(([name, local]) => {
      const found = findDeclaration(file, local)
      if (!found) throw new Error(`${file} declares no ${local}.`)
      return describe(name, found)
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

function describe(name: string, found: Found): PublicExport {
  const { module, parts } = found
  const docs = parts.map(({ statement }) => docBefore(module, statement.start))
  const { kind, code, parent, types, imports } = readDeclaration(textOf(found))
  const doc = docs.find(Boolean) ?? ''
  const links = [...doc.matchAll(/\{@link (\w+)/g)].map(([, link = '']) => link)
  const origins = [...types, ...links].flatMap((type): [string, string][] => {
    const specifier = imports.get(type)
    const target =
      specifier === undefined
        ? findDeclaration(module.file, type)
        : findImported(module.file, specifier, type)
    return target ? [[type, originOf(target)]] : []
  })
  return {
    name,
    kind: parent !== undefined && isError(module.file, parent) ? 'error' : kind,
    doc,
    code,
    origin: originOf(found),
    types: new Map(origins),
  }
}

/** True for `Error` and for classes that extend it, directly or not. */
function isError(file: string, parent: string): boolean {
  const found = findDeclaration(file, parent)
  if (!found) return parent.endsWith('Error')
  const [, next] = /class \w+(?:<[^>]*>)? extends (\w+)/.exec(textOf(found)) ?? []
  return next !== undefined && isError(found.module.file, next)
}

function textOf({ module, parts }: Found): string {
  return parts.map(({ statement }) => module.text.slice(statement.start, statement.end)).join('\n')
}

function originOf({ module, name }: Found): string {
  return `${module.file}#${name}`
}

function docBefore({ text, comments }: DeclaredModule, position: number): string {
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
