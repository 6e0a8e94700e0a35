import type { Class, Statement } from 'oxc-parser'
import { hasDecorators, implementedNames } from './parse/class-members.ts'
import { exportedNameOf } from './parse/module-exports.ts'
import { fileScope } from './parse/scope.ts'
import { parseSourceFile } from './parse/source-file.ts'

/** What discovery needs to know about a class without running its module. */
export interface ScannedClass {
  /** Empty for a class without a name. */
  readonly name: string
  readonly exported: boolean
  /** The name under which the module exports the class, `default` included. */
  readonly exportedName?: string
  /** Whether the class, a member or a parameter carries a decorator. */
  readonly decorators: boolean
  /** Whether a method carries one, as routes, listeners, commands and tools do. */
  readonly methodDecorators: boolean
  /** Names of the implemented interfaces, as exported by their modules. */
  readonly implements: readonly string[]
}

/**
 * Lists the classes that a module declares at its top level. Without a decorator or `implements` there
 * is nothing to discover, and the module is not parsed. Throws `SourceSyntaxError`.
 */
export function scan(source: string, file: string): ScannedClass[] {
  if (!source.includes('class') || !/@|\bimplements\b/.test(source)) return []
  const module = parseSourceFile(source, file)
  const scope = fileScope(module)
  return (module.program.body as Statement[]).flatMap(declaredClass).map((node) => {
    const exportedName = exportedNameOf(node, module)
    return {
      name: node.id?.name ?? '',
      exported: exportedName !== undefined,
      ...(exportedName !== undefined && { exportedName }),
      decorators: hasDecorators(node),
      methodDecorators: node.body.body.some(
        (member) => member.type === 'MethodDefinition' && member.decorators.length > 0,
      ),
      implements: implementedNames(node, scope),
    }
  })
}

function declaredClass(statement: Statement): Class[] {
  const node =
    statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
      ? statement.declaration
      : statement
  return node?.type === 'ClassDeclaration' && !node.declare ? [node] : []
}
