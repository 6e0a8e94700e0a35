import type { Expression, TSTypeName } from 'oxc-parser'
import { keyName } from './key-name.ts'

/** The expression `a.b` or `a['b']` as the name that it is in a type. */
export function toTypeName(node: Expression): TSTypeName | undefined {
  if (node.type === 'Identifier') return node
  if (node.type !== 'MemberExpression') return undefined
  const left = toTypeName(node.object as Expression)
  const { computed, property, start, end } = node
  const name = computed && property.type === 'Identifier' ? undefined : keyName(property)
  if (!left || name === undefined) return undefined
  return {
    type: 'TSQualifiedName',
    left,
    right: { type: 'Identifier', name, start, end } as never,
    start,
    end,
  }
}
