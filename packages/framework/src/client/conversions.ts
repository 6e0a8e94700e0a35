import type { TypeInfo } from '../reflection/type-info.ts'
import { typeText } from '../reflection/type-text.ts'
import { childTypes } from '../reflection/type-tree.ts'
import { describedClass, propertiesOf, type Direction } from './properties.ts'

/** Whether a value of the type has another form in the JSON of an answer. */
export function isConverted(type: TypeInfo): boolean {
  return holds(type, 'response', (each) => {
    if (each.kind === 'bigint') return true
    return each.kind === 'builtin' && readBuiltins.test(each.name)
  })
}

const readBuiltins = /^(?:Date|URL|Uint8Array|Map|Set|Temporal\..+)$/u

/** Whether JSON.stringify alone does not write a value of the type as requests have it. */
export function needsWriting(type: TypeInfo): boolean {
  return holds(type, 'request', (each) => {
    if (each.kind === 'bigint') return true
    return each.kind === 'builtin' && /^(?:Uint8Array|Map|Set)$/u.test(each.name)
  })
}

/** Whether a type is, or has anywhere inside, what `isMeant` is about. */
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
