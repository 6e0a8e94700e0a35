import type { Class, ParamPattern } from 'oxc-parser'
import { parseSourceFile } from './source-file.ts'

/** What discovery needs to know of a class without running its module. */
export interface ScannedClass {
  readonly name: string
  readonly exported: boolean
  /** The name under which the module exports the class, `default` included. */
  readonly exportedName?: string
  /** Whether the class, a member or a parameter carries a decorator. */
  readonly decorators: boolean
  /** Whether a method carries one: routes, listeners, commands, tools. */
  readonly methodDecorators: boolean
  readonly implements: readonly string[]
}

/** Reads the classes that a module declares at its top level and that could be discovered. */
export function scan(source: string, file: string): ScannedClass[] {
  if (!source.includes('class') || !/@|\bimplements\b/.test(source)) return []
  const { program } = parseSourceFile(source, file)
  const exportedNames = new Map<string, string>()
  const classes: { found: Class; exportedName: string | undefined }[] = []
  for (const statement of program.body) {
    if (statement.type === 'ClassDeclaration') classes.push({ found: statement, exportedName: undefined })
    else if (statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement
      if (declaration.type === 'ClassDeclaration') classes.push({ found: declaration, exportedName: 'default' })
      if (declaration.type === 'Identifier') exportedNames.set(declaration.name, 'default')
    } else if (statement.type === 'ExportNamedDeclaration') {
      const { declaration } = statement
      if (declaration?.type === 'ClassDeclaration') {
        classes.push({ found: declaration, exportedName: declaration.id?.name })
      }
      if (statement.source) continue
      for (const { local, exported } of statement.specifiers) {
        if (local.type === 'Identifier') {
          exportedNames.set(local.name, exported.type === 'Literal' ? exported.value : exported.name)
        }
      }
    }
  }
  return classes.map(({ found, exportedName = exportedNames.get(found.id?.name ?? '') }) => ({
    name: found.id?.name ?? '',
    exported: exportedName !== undefined,
    ...(exportedName !== undefined && { exportedName }),
    decorators: hasDecorator(found),
    methodDecorators: found.body.body.some(
      (member) => member.type === 'MethodDefinition' && member.decorators.length > 0,
    ),
    implements: found.implements.flatMap(({ expression }) =>
      expression.type === 'Identifier' ? [expression.name] : [],
    ),
  }))
}

function hasDecorator(found: Class): boolean {
  return (
    found.decorators.length > 0 ||
    found.body.body.some(
      (member) =>
        ('decorators' in member && member.decorators.length > 0) ||
        (member.type === 'MethodDefinition' && member.value.params.some(isDecorated)),
    )
  )
}

function isDecorated(parameter: ParamPattern): boolean {
  return (parameter.decorators ?? []).length > 0
}
