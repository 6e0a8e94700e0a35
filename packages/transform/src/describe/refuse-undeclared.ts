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
import { isOneEditFrom } from '../types/similar-name.ts'

/**
 * Throws for decorators that a module uses but neither declares nor imports: Node's own error would contain neither the
 * location nor a fix. While errors are collected, returns declarations to add instead, so that the rest of the module
 * can run. Always throws for a decorator that is imported as a type.
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
  const typeOnlyName = names.find((name) => isTypeImport(name, file))
  if (typeOnlyName !== undefined) {
    throw errorAt(
      [typeOnlyName],
      `${typeOnlyName} is imported as a type. Remove "type" from its import.`,
    )
  }
  const frameworkExports = names.flatMap((name) => frameworkExport(name, file.path) ?? [])
  const frameworkNames = frameworkExports.map(({ name }) => name)
  if (frameworkExports.length > 0)
    refuseModule(errorAt(frameworkNames, problemOf(frameworkExports)))
  const unknown = names.filter((name) => !frameworkNames.includes(name))
  const declarations = unknown.map((name) => {
    const localSuggestion = [...fileScope(file).values.keys()].find((each) =>
      isOneEditFrom(name, each),
    )
    const frameworkSuggestion = frameworkValues(file.path).find((each) => isOneEditFrom(name, each))
    const suggestion = frameworkSuggestion ?? localSuggestion
    const problem =
      suggestion === undefined
        ? `${name} is not declared. Import it, or correct its name.`
        : `${name} is not declared. Did you mean ${suggestion}? Otherwise import it.`
    refuseModule(errorAt([name], problem))
    if (frameworkSuggestion !== undefined)
      return `;import{${frameworkSuggestion} as ${name}}from'@fw/core'`
    // The decorator may declare the source of a parameter. `Query` replaces it, so that no second error is reported.
    const isSource = uses.some((use) => use.name === name && use.isOnParameter)
    return isSource
      ? `;import{Query as ${name}}from'@fw/core'`
      : `;function ${name}(){return()=>{}}`
  })
  return [
    ...(frameworkExports.length > 0 ? [`;${importOf(frameworkExports)}`] : []),
    ...declarations,
  ].join('')
}

/** A use of a decorator that is not declared. */
interface UndeclaredUse {
  readonly name: string
  readonly offset: number
  /** True if the decorator is on a parameter of a method. */
  readonly isOnParameter: boolean
}

function undeclaredIn(node: Class, file: SourceFile): UndeclaredUse[] {
  return decoratorsIn(node).flatMap(({ node: { expression, start }, member, parameter }) => {
    const decorator = expression.type === 'CallExpression' ? expression.callee : expression
    if (decorator.type !== 'Identifier' || isDeclared(decorator.name, file)) return []
    const isOnParameter = member !== undefined && parameter !== undefined
    return [{ name: decorator.name, offset: start, isOnParameter }]
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

function problemOf(exports: readonly FrameworkExport[]): string {
  const list = exports.map(({ name }) => name).join(', ')
  return `${list} ${exports.length === 1 ? 'is' : 'are'} not imported. Add: ${importOf(exports)}`
}
