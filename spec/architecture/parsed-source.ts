import { parseSync, Visitor } from 'oxc-parser'
import type { Node, Program } from 'oxc-parser'
import type { SourceFile } from '../repository.ts'

/** The parts of one source file that the checks use. */
export interface ParsedSource {
  readonly path: string
  readonly text: string
  readonly imports: readonly Mention[]
  /** Names of classes, interfaces, type aliases and capitalised constants. */
  readonly declared: readonly Mention[]
  readonly defaultExports: readonly Mention[]
  readonly anyTypes: readonly Mention[]
  /** Assignments inside functions, by the name that they change. */
  readonly lateAssignments: readonly Mention[]
  /** Variables that the module exports and may change. */
  readonly exportedVariables: ReadonlySet<string>
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
  const lateAssignments: Mention[] = []
  const exportedVariables = new Set<string>()
  let functions = 0
  const enter = () => void functions++
  const leave = () => void functions--
  const assign = (target: Node) => {
    if (functions > 0 && target.type === 'Identifier') {
      lateAssignments.push({ what: target.name, at: at(target.start) })
    }
  }
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
    ExportNamedDeclaration(node) {
      readImport(node.source)
      const { declaration } = node
      if (declaration?.type !== 'VariableDeclaration' || declaration.kind === 'const') return
      for (const { id } of declaration.declarations) {
        if (id.type === 'Identifier') exportedVariables.add(id.name)
      }
    },
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    AssignmentExpression: (node) => assign(node.left),
    UpdateExpression: (node) => assign(node.argument),
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
  return { imports, declared, defaultExports, anyTypes, lateAssignments, exportedVariables }
}
