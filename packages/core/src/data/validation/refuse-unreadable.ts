import { attemptAll, type Place } from '../../base/reflection/attempt.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import { childTypes } from '../../base/reflection/type-tree.ts'
import { unreadableText, type UnreadableType } from '../../base/reflection/type-text.ts'
import { UnusableType } from './errors.ts'

type UnresolvedType = UnreadableType | Extract<TypeInfo, { kind: 'typeParameter' }>

/** Throws `UnusableType` if a part of the type could not be read from the source, or is an unbound type parameter. */
export function refuseUnreadable(
  type: TypeInfo,
  location: string,
  seen = new Set<TypeInfo>(),
): void {
  if (seen.has(type)) return
  seen.add(type)
  if (isUnreadable(type)) throw unreadableType(type, location)
  attemptAll(
    childTypes(type),
    () => ownerOf(location),
    (child) => refuseUnreadable(child, location, seen),
  )
}

/** Returns the class at the beginning of a location such as `Class.parameter`, as the place of an error. */
export function ownerOf(location: string): Place {
  return { name: /^[\p{ID_Continue}$]+/u.exec(location)?.[0] ?? '', at: '' }
}

/** True if values cannot be validated against the type. */
export function isUnreadable(type: TypeInfo): type is UnresolvedType {
  return type.kind === 'unreadable' || type.kind === 'typeParameter'
}

export function unreadableType(type: UnresolvedType, location: string): UnusableType {
  return new UnusableType(
    location,
    type.kind === 'unreadable' ? unreadableText(type) : unboundText(type.name),
  )
}

function unboundText(name: string): string {
  return (
    `"${name}" is a type parameter without a type argument. ` +
    `Extend the class with a type argument, such as "class Books extends Crud<Book>", or declare a type.`
  )
}
