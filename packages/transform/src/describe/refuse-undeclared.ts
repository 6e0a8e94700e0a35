import type { Class, Statement } from 'oxc-parser'
import { decoratorsIn } from '../parse/class-members.ts'
import { declarationOf, fileScope, lookup } from '../parse/scope.ts'
import { SourceSyntaxError, type SourceFile } from '../parse/source-file.ts'
import { frameworkExport, importOf } from '../resolve/framework-exports.ts'

/**
 * Throws for decorators that a module uses without an import. Node's error would contain neither the location nor a
 * remedy.
 */
export function refuseUndeclaredDecorators(file: SourceFile): void {
  const uses = (file.program.body as Statement[]).flatMap((statement) => {
    const node = declarationOf(statement)
    return node?.type === 'ClassDeclaration' ? undeclaredIn(node, file) : []
  })
  const [first] = uses
  if (!first) return
  const problem = isTypeImport(first.name, file)
    ? `${first.name} is imported as a type. Remove "type" from its import.`
    : problemOf([...new Set(uses.map(({ name }) => name))], file)
  throw new SourceSyntaxError(file.label, file.text, first.offset, problem)
}

function undeclaredIn(node: Class, file: SourceFile): { name: string; offset: number }[] {
  return decoratorsIn(node).flatMap(({ node: { expression, start } }) => {
    const used = expression.type === 'CallExpression' ? expression.callee : expression
    if (used.type !== 'Identifier' || isDeclared(used.name, file)) return []
    return [{ name: used.name, offset: start }]
  })
}

function isDeclared(name: string, file: SourceFile): boolean {
  if (name in globalThis || isDestructured(name, file)) return true
  return lookup(name, 'values', fileScope(file)) !== undefined && !isTypeImport(name, file)
}

function isTypeImport(name: string, file: SourceFile): boolean {
  const declared = lookup(name, 'values', fileScope(file))
  return declared?.kind === 'import' && declared.typeOnly
}

/** True for a name in a pattern, as in `const { Name } = …`. Scopes do not contain such names. */
function isDestructured(name: string, { program, text }: SourceFile): boolean {
  return (program.body as Statement[]).some((statement) => {
    const node = declarationOf(statement)
    if (node?.type !== 'VariableDeclaration') return false
    const patterns = node.declarations.filter(({ id }) => id.type !== 'Identifier')
    const words = patterns.flatMap(({ id }) => text.slice(id.start, id.end).split(/[^\w$]+/))
    return words.includes(name)
  })
}

function problemOf(names: readonly string[], file: SourceFile): string {
  const known = names.flatMap((name) => frameworkExport(name, file.path) ?? [])
  if (known.length === 0) return `${names[0]} is not declared. Import it, or correct its name.`
  const list = known.map(({ name }) => name).join(', ')
  return `${list} ${known.length === 1 ? 'is' : 'are'} not imported. Add: ${importOf(known)}`
}
