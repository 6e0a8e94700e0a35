import type { TypeInfo } from '../reflection/type-info.ts'
import { childTypes } from '../reflection/type-tree.ts'
import { unreadableText, type UnreadableType } from '../reflection/type-text.ts'
import { UnusableType } from './errors.ts'

/** Throws `UnusableType` where a part of the type could not be read from the source. */
export function refuseUnreadable(type: TypeInfo, location: string): void {
  if (type.kind === 'unreadable') throw unreadableType(type, location)
  for (const child of childTypes(type)) refuseUnreadable(child, location)
}

export function unreadableType(type: UnreadableType, location: string): UnusableType {
  return new UnusableType(location, unreadableText(type))
}
