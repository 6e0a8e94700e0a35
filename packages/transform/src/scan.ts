import type { Class, Statement } from 'oxc-parser'
import { exportedName, hasDecorators, implementedNames } from './parse/class-members.ts'
import { exportedNameOf } from './parse/module-exports.ts'
import { fileScope, type Scope } from './parse/scope.ts'
import { scanSourceFile } from './parse/source-file.ts'

/** What discovery needs to know about a class without running its module. */
export interface ScannedClass {
  /** Empty for a class without a name. */
  readonly name: string
  readonly exported: boolean
  readonly abstract?: true
  /** The name under which the module exports the class, `default` included. */
  readonly exportedName?: string
  /** Whether the class, a member or a parameter carries a decorator. */
  readonly decorators: boolean
  /** Whether a method carries one, as routes, listeners, commands and tools do. */
  readonly methodDecorators: boolean
  /** Names of the implemented interfaces, as exported by their modules. */
  readonly implements: readonly string[]
  /** The name of the class that it extends, as exported by its module. */
  readonly extends?: string
}

/**
 * Lists the classes that a module declares at its top level. Without a decorator, `implements` or `extends` there is
 * nothing to discover, and the module is not parsed. Throws `SourceSyntaxError`.
 */
export function scan(source: string, file: string): ScannedClass[] {
  if (!source.includes('class') || !/@|\b(?:implements|extends)\b/.test(source)) return []
  const module = scanSourceFile(source, file)
  const scope = fileScope(module)
  return (module.program.body as Statement[]).flatMap(declaredClass).map((node) => {
    const exportedName = exportedNameOf(node, module)
    return {
      name: node.id?.name ?? '',
      exported: exportedName !== undefined,
      ...(exportedName !== undefined && { exportedName }),
      ...(node.abstract && { abstract: true as const }),
      decorators: hasDecorators(node),
      methodDecorators: node.body.body.some(
        (member) => member.type === 'MethodDefinition' && member.decorators.length > 0,
      ),
      implements: implementedNames(node, scope),
      ...extendedName(node, scope),
    }
  })
}

function extendedName({ superClass }: Class, scope: Scope): { extends?: string } {
  if (superClass?.type !== 'Identifier') return {}
  return { extends: exportedName(superClass.name, 'values', scope) }
}

function declaredClass(statement: Statement): Class[] {
  const node =
    statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
      ? statement.declaration
      : statement
  return node?.type === 'ClassDeclaration' && !node.declare ? [node] : []
}
