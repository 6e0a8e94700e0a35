import type { Class, Statement } from 'oxc-parser'
import { isMethod, keyName, type Method } from './parse/class-members.ts'
import { parseSourceFile, type SourceFile } from './parse/source-file.ts'

/** Returns the return types in a declaration file, by `Class.method`. */
export function returnTypesIn(declarations: string, file: string): Map<string, string> {
  const module = parseSourceFile(declarations, file)
  return new Map(
    classesIn(module).flatMap((node) =>
      node.body.body.flatMap((member): [string, string][] => {
        if (!('value' in member) || !('key' in member) || !member.value) return []
        if (!('returnType' in member.value) || !member.value.returnType) return []
        const { start, end } = member.value.returnType.typeAnnotation
        const type = module.text.slice(start, end).replaceAll(/\s+/gu, ' ')
        return [[`${node.id?.name}.${String(keyName(member.key))}`, type]]
      }),
    ),
  )
}

/** A module after return types were written into it. */
export interface WrittenTypes {
  readonly text: string
  /** The methods whose return types were written, as `Class.method`. */
  readonly written: readonly string[]
  /** Returns the methods whose types may have caused a problem on a line of `text`, starting at 1. */
  methodsAt(line: number): string[]
}

/**
 * Writes return types into the methods of a module. The keys of `types` have the form `Class.method`. Types from other
 * modules, which the compiler writes as `import("./a.ts").A`, are imported by name.
 */
export function writeReturnTypes(
  source: string,
  file: string,
  types: ReadonlyMap<string, string>,
): WrittenTypes {
  const module = parseSourceFile(source, file)
  const imports = new Map<string, string>()
  const written: { name: string; type: string; start: number; end: number }[] = []
  const insertions = classesIn(module).flatMap((node) =>
    node.body.body.filter(isMethod).flatMap((member) => {
      const name = `${node.id?.name}.${String(keyName(member.key))}`
      const type = types.get(name)
      const local = type === undefined ? undefined : withLocalNames(type, source, imports)
      if (local === undefined || member.value.returnType) return []
      written.push({ name, type: local, start: member.start, end: member.end })
      return [{ offset: endOfParameters(member, source), text: `: ${local}` }]
    }),
  )
  const head = Array.from(imports, ([name, from]) => `import type { ${name} } from '${from}'\n`)
  const text = insertions.reduceRight(
    (result, { offset, text: inserted }) =>
      result.slice(0, offset) + inserted + result.slice(offset),
    source,
  )
  const lineOf = (offset: number) => head.length + source.slice(0, offset).split('\n').length
  const whole = head.join('') + text
  return {
    text: whole,
    written: written.map(({ name }) => name),
    methodsAt(line) {
      const enclosing = written.filter(
        ({ start, end }) => lineOf(start) <= line && line <= lineOf(end),
      )
      const words = new Set(wordsIn(whole.split('\n')[line - 1] ?? ''))
      const importers = written.filter(({ type }) =>
        wordsIn(type).some((word) => imports.has(word) && words.has(word)),
      )
      return (enclosing.length > 0 ? enclosing : importers).map(({ name }) => name)
    },
  }
}

/**
 * Returns the type with imported names. Returns undefined if a part has no name to import, as in `any` or a function
 * type, or if the module already uses the name for something else.
 */
function withLocalNames(
  type: string,
  source: string,
  imports: Map<string, string>,
): string | undefined {
  if (/\bany\b|=>|\btypeof\b|\bunique symbol\b/u.test(type)) return undefined
  const found = new Map<string, string>()
  const local = type.replaceAll(
    /\bimport\("([^"]+)"\)\.([A-Za-z_$][\w$]*)/gu,
    (_, from: string, name: string) => {
      found.set(name, from)
      return name
    },
  )
  if (/\bimport\(/u.test(local)) return undefined
  const declaredNames = declaredIn(source)
  for (const [name, from] of found) {
    if (imports.get(name) !== from && (imports.has(name) || declaredNames.has(name)))
      return undefined
  }
  for (const [name, from] of found) imports.set(name, from)
  return local
}

/** Returns every word that follows a declaration keyword on the same line. */
function declaredIn(source: string): ReadonlySet<string> {
  const declarations = source.matchAll(
    /\b(?:class|interface|type|enum|const|let|function|import)\b([^;\n]*)/gu,
  )
  return new Set([...declarations].flatMap(([, rest = '']) => wordsIn(rest)))
}

function wordsIn(text: string): string[] {
  return text.match(/[\w$]+/gu) ?? []
}

function endOfParameters({ value }: Method, source: string): number {
  const last = value.params.at(-1)?.end ?? value.start
  const between = source.slice(last, value.body?.start)
  const uncommented = between.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gsu, (comment) =>
    ' '.repeat(comment.length),
  )
  return last + uncommented.lastIndexOf(')') + 1
}

function classesIn({ program }: SourceFile): Class[] {
  return (program.body as Statement[]).flatMap((statement) => {
    const node =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement
    return node?.type === 'ClassDeclaration' ? [node] : []
  })
}
