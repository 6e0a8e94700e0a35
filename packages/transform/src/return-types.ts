import type { Class, Statement } from 'oxc-parser'
import { isMethod, keyName, type Method } from './parse/class-members.ts'
import { parseSourceFile, type SourceFile } from './parse/source-file.ts'

/** The declared return types of a module of declarations, by `Class.method`. */
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

/**
 * A module with return types at its methods, which are named as `Class.method`. Types of other modules, which the
 * compiler writes as `import("./a.ts").A`, are imported by their names. Gives the methods whose types were written.
 */
export function writeReturnTypes(
  source: string,
  file: string,
  types: ReadonlyMap<string, string>,
): { readonly text: string; readonly written: readonly string[] } {
  const module = parseSourceFile(source, file)
  const imports = new Map<string, string>()
  const written: string[] = []
  const insertions = classesIn(module).flatMap((node) =>
    node.body.body.filter(isMethod).flatMap((member) => {
      const name = `${node.id?.name}.${String(keyName(member.key))}`
      const type = types.get(name)
      const local = type === undefined ? undefined : withLocalNames(type, source, imports)
      if (local === undefined || member.value.returnType) return []
      written.push(name)
      return [{ offset: endOfParameters(member, source), text: `: ${local}` }]
    }),
  )
  const head = Array.from(imports, ([name, from]) => `import type { ${name} } from '${from}'\n`)
  const text = insertions.reduceRight(
    (each, { offset, text: inserted }) => each.slice(0, offset) + inserted + each.slice(offset),
    source,
  )
  return { text: head.join('') + text, written }
}

/** Undefined for what has no name that could be imported, or one that the module uses otherwise. */
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
  const taken = declaredIn(source)
  for (const [name, from] of found) {
    if (imports.get(name) !== from && (imports.has(name) || taken.has(name))) return undefined
  }
  for (const [name, from] of found) imports.set(name, from)
  return local
}

/** Every word that stands behind the keyword of a declaration, on its line. */
function declaredIn(source: string): ReadonlySet<string> {
  const declarations = source.matchAll(
    /\b(?:class|interface|type|enum|const|let|function|import)\b([^;\n]*)/gu,
  )
  return new Set([...declarations].flatMap(([, rest = '']) => rest.match(/[\w$]+/gu) ?? []))
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
