import type { Class } from 'oxc-parser'
import { lookup, type Scope } from './scope.ts'

/** The interfaces that a class implements, by the names under which their modules export them. */
export function implementedNames(node: Class, scope: Scope): string[] {
  return (node.implements ?? []).flatMap(({ expression }) => {
    if (expression.type === 'MemberExpression') {
      return expression.property.type === 'Identifier' ? [expression.property.name] : []
    }
    if (expression.type !== 'Identifier') return []
    const declared = lookup(expression.name, 'types', scope)
    const isNamed = declared?.kind === 'import' && declared.name !== 'default'
    return [isNamed ? declared.name : expression.name]
  })
}
