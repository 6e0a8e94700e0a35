import type { Class, Statement } from 'oxc-parser'
import { exportedName, hasDecorators, implementedNames } from './parse/class-members.ts'
import { exportedNameOf } from './parse/module-exports.ts'
import { fileScope, type Scope } from './parse/scope.ts'
import { scanSourceFile } from './parse/source-file.ts'

/** The data about a class that discovery needs without running its module. */
export interface ScannedClass {
  /** The name; empty for an anonymous class. */
  readonly name: string
  readonly exported: boolean
  readonly abstract?: true
  /** The name under which the module exports the class; may be `default`. */
  readonly exportedName?: string
  /** True if the class, a member or a parameter has a decorator. */
  readonly decorators: boolean
  /** True if a method has a decorator, as routes, listeners, commands and tools do. */
  readonly methodDecorators: boolean
  /** The names of the implemented interfaces, as exported by their modules. */
  readonly implements: readonly string[]
  /** The name of the parent class, as exported by its module. */
  readonly extends?: string
}

/**
 * Returns the top-level classes of a module. A module without a decorator, `implements` or `extends` has nothing to
 * discover, so it is not parsed. Throws `SourceSyntaxError`.
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
