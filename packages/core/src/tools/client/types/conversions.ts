import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import { typeText } from '../../../base/reflection/type-text.ts'
import { childTypes } from '../../../base/reflection/type-tree.ts'
import { builtinOf } from '../../../data/builtins/builtins.ts'
import { describedClass, propertiesOf, type Direction } from './properties.ts'

/** True if a value of the type differs from its JSON in a response. */
export function isConverted(type: TypeInfo): boolean {
  return someType(type, 'response', (each) => {
    return each.kind === 'bigint' || builtinOf(each)?.client?.decoder !== undefined
  })
}

/** True if a value of the type must be converted before `JSON.stringify` in requests. */
export function needsWriting(type: TypeInfo): boolean {
  return someType(type, 'request', (each) => {
    return each.kind === 'bigint' || builtinOf(each)?.jsonForm !== undefined
  })
}

/** True if `predicate` is true for a type or one of its inner types. */
function someType(
  type: TypeInfo,
  direction: Direction,
  predicate: (type: TypeInfo) => boolean,
  seen: Set<unknown> = new Set(),
): boolean {
  if (predicate(type)) return true
  const isMatch = (each: TypeInfo) => someType(each, direction, predicate, seen)
  if (type.kind !== 'class') return childTypes(type).some(isMatch)
  const target = describedClass(type, direction)
  if (!target) return false
  const key = type.typeArguments ? typeText(type) : target
  if (seen.has(key)) return false
  seen.add(key)
  return propertiesOf(type, direction).some((property) => isMatch(property.type))
}
