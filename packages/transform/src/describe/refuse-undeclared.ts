import type { Class, Statement } from 'oxc-parser'
import { decoratorsIn } from '../parse/class-members.ts'
import { refuseModule } from '../parse/module-errors.ts'
import { declarationOf, fileScope, lookup } from '../parse/scope.ts'
import { UndeclaredDecorator, type SourceFile } from '../parse/source-file.ts'
import {
  frameworkExport,
  frameworkValues,
  importOf,
  type FrameworkExport,
} from '../resolve/framework-exports.ts'
import { isOneEditFrom } from '../types/meant-name.ts'

/**
 * Throws for decorators that a module uses but does not import: Node's own error would contain neither the location nor
 * a fix. While errors are collected, returns declarations to add instead, so that the rest of the module can run.
 */
export function refuseUndeclaredDecorators(file: SourceFile): string {
  const uses = (file.program.body as Statement[]).flatMap((statement) => {
    const node = declarationOf(statement)
    return node?.type === 'ClassDeclaration' ? undeclaredIn(node, file) : []
  })
  const errorAt = (names: readonly string[], problem: string) => {
    const offset = uses.find(({ name }) => names.includes(name))?.offset ?? 0
    return new UndeclaredDecorator(file.label, file.text, offset, problem)
  }
  const names = [...new Set(uses.map(({ name }) => name))]
  const typed = names.find((name) => isTypeImport(name, file))
  if (typed !== undefined) {
    throw errorAt([typed], `${typed} is imported as a type. Remove "type" from its import.`)
  }
  const known = names.flatMap((name) => frameworkExport(name, file.path) ?? [])
  const knownNames = known.map(({ name }) => name)
  if (known.length > 0) refuseModule(errorAt(knownNames, problemOf(known)))
  const unknown = names.filter((name) => !knownNames.includes(name))
  const declarations = unknown.map((name) => {
    const own = [...fileScope(file).values.keys()].find((each) => isOneEditFrom(name, each))
    const meant = frameworkValues(file.path).find((each) => isOneEditFrom(name, each))
    const near = meant ?? own
    const problem =
      near === undefined
        ? `${name} is not declared. Import it, or correct its name.`
        : `${name} is not declared. Did you mean ${near}? Otherwise import it.`
    refuseModule(errorAt([name], problem))
    if (meant !== undefined) return `;import{${meant} as ${name}}from'@fw/core'`
    // The decorator may be the source of a parameter.
    const isSource = uses.some((use) => use.name === name && use.isOfArgument)
    return isSource
      ? `;import{Query as ${name}}from'@fw/core'`
      : `;function ${name}(){return()=>{}}`
  })
  return [...(known.length > 0 ? [`;${importOf(known)}`] : []), ...declarations].join('')
}

/** A use of a decorator that is not declared. */
interface UndeclaredUse {
  readonly name: string
  readonly offset: number
  /** True if the decorator is on a parameter of a method. */
  readonly isOfArgument: boolean
}

function undeclaredIn(node: Class, file: SourceFile): UndeclaredUse[] {
  return decoratorsIn(node).flatMap(({ node: { expression, start }, member, parameter }) => {
    const used = expression.type === 'CallExpression' ? expression.callee : expression
    if (used.type !== 'Identifier' || isDeclared(used.name, file)) return []
    const isOfArgument = member !== undefined && parameter !== undefined
    return [{ name: used.name, offset: start, isOfArgument }]
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

/** True for a name in a destructuring pattern, as in `const { Name } = …`. Scopes do not contain such names. */
function isDestructured(name: string, { program, text }: SourceFile): boolean {
  return (program.body as Statement[]).some((statement) => {
    const node = declarationOf(statement)
    if (node?.type !== 'VariableDeclaration') return false
    const patterns = node.declarations.filter(({ id }) => id.type !== 'Identifier')
    const words = patterns.flatMap(({ id }) => text.slice(id.start, id.end).split(/[^\w$]+/))
    return words.includes(name)
  })
}

function problemOf(known: readonly FrameworkExport[]): string {
  const list = known.map(({ name }) => name).join(', ')
  return `${list} ${known.length === 1 ? 'is' : 'are'} not imported. Add: ${importOf(known)}`
}
