import { parseSync, Visitor } from 'oxc-parser'
import type { Node, Program } from 'oxc-parser'
import type { SourceFile } from '../repository.ts'

/** What the checks look at in one source file. */
export interface ParsedSource {
  readonly path: string
  readonly text: string
  readonly imports: readonly Mention[]
  /** Names of classes, interfaces, type aliases and capitalised constants. */
  readonly declared: readonly Mention[]
  readonly defaultExports: readonly Mention[]
  readonly anyTypes: readonly Mention[]
  readonly comments: readonly Mention[]
}

export interface Mention {
  readonly what: string
  /** `path:line` */
  readonly at: string
}

export function parseSource({ path, text }: SourceFile): ParsedSource {
  const { program, comments } = parseSync(path, text)
  const at = (offset: number) => `${path}:${text.slice(0, offset).split('\n').length}`
  return {
    path,
    text,
    ...readProgram(program, at),
    comments: comments.map(({ value, start }) => ({ what: value, at: at(start) })),
  }
}

function readProgram(program: Program, at: (offset: number) => string) {
  const imports: Mention[] = []
  const declared: Mention[] = []
  const defaultExports: Mention[] = []
  const anyTypes: Mention[] = []
  const readImport = (source: Node | null) => {
    if (source?.type === 'Literal')
      imports.push({ what: String(source.value), at: at(source.start) })
  }
  const readName = (id: Node | null) => {
    if (id?.type === 'Identifier') declared.push({ what: id.name, at: at(id.start) })
  }
  new Visitor({
    ImportDeclaration: (node) => readImport(node.source),
    ExportAllDeclaration: (node) => readImport(node.source),
    ExportNamedDeclaration: (node) => readImport(node.source),
    ImportExpression: (node) => readImport(node.source),
    TSImportType: (node) => readImport(node.source),
    ClassDeclaration: (node) => readName(node.id),
    TSInterfaceDeclaration: (node) => readName(node.id),
    TSTypeAliasDeclaration: (node) => readName(node.id),
    VariableDeclarator: (node) => readName(node.id),
    ExportDefaultDeclaration: (node) =>
      defaultExports.push({ what: 'export default', at: at(node.start) }),
    ExportSpecifier(node) {
      if (node.exported.type === 'Identifier' && node.exported.name === 'default') {
        defaultExports.push({ what: 'export { … as default }', at: at(node.start) })
      }
    },
    TSAnyKeyword: (node) => anyTypes.push({ what: 'any', at: at(node.start) }),
  }).visit(program)
  return { imports, declared, defaultExports, anyTypes }
}
