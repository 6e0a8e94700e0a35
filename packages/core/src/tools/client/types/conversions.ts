import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import { typeText } from '../../../base/reflection/type-text.ts'
import { childTypes } from '../../../base/reflection/type-tree.ts'
import { builtinOf } from '../../../data/builtins/builtins.ts'
import { describedClass, propertiesOf, type Direction } from './properties.ts'

/** True if a value of the type differs from its JSON in a response. */
export function isConverted(type: TypeInfo): boolean {
  return holds(type, 'response', (each) => {
    return each.kind === 'bigint' || builtinOf(each)?.client?.decoder !== undefined
  })
}

/** True if a value of the type must be converted before `JSON.stringify` in requests. */
export function needsWriting(type: TypeInfo): boolean {
  return holds(type, 'request', (each) => {
    return each.kind === 'bigint' || builtinOf(each)?.jsonForm !== undefined
  })
}

/** True if `isMeant` is true for a type or one of its inner types. */
function holds(
  type: TypeInfo,
  direction: Direction,
  isMeant: (type: TypeInfo) => boolean,
  seen: Set<unknown> = new Set(),
): boolean {
  if (isMeant(type)) return true
  const inside = (each: TypeInfo) => holds(each, direction, isMeant, seen)
  if (type.kind !== 'class') return childTypes(type).some(inside)
  const target = describedClass(type, direction)
  if (!target) return false
  const key = type.typeArguments ? typeText(type) : target
  if (seen.has(key)) return false
  seen.add(key)
  return propertiesOf(type, direction).some((property) => inside(property.type))
}
