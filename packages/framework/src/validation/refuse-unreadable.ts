import type { TypeInfo } from '../reflection/type-info.ts'
import { unreadableText, type UnreadableType } from '../reflection/type-text.ts'
import { UnusableType } from './errors.ts'

/** Throws `UnusableType` where a part of the type could not be read from the source. */
export function refuseUnreadable(type: TypeInfo, place: string): void {
  const refuse = (inner: TypeInfo) => refuseUnreadable(inner, place)
  switch (type.kind) {
    case 'unreadable':
      throw unreadableType(type, place)
    case 'array':
      return refuse(type.items)
    case 'tuple':
      return type.items.forEach(refuse)
    case 'record':
      return refuse(type.values)
    case 'union':
      return type.members.forEach(refuse)
    case 'object':
      return type.properties.forEach((property) => refuse(property.type))
    case 'class':
    case 'builtin':
      return type.typeArguments?.forEach(refuse)
  }
}

export function unreadableType(type: UnreadableType, place: string): UnusableType {
  return new UnusableType(place, unreadableText(type))
}
