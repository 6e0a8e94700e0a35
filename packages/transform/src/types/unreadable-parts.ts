import type { Type, Unreadable } from '../described-type.ts'

/** Returns the parts of a type that cannot be read. */
export function unreadableParts(type: Type): Unreadable[] {
  if (type.kind === 'unreadable') return [type]
  return partsOf(type).flatMap(unreadableParts)
}

function partsOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'array':
      return [type.items]
    case 'tuple':
      return type.rest ? [...type.items, type.rest] : type.items
    case 'record':
      return type.keys ? [type.keys, type.values] : [type.values]
    case 'union':
      return type.members
    case 'object':
      return type.properties.map((property) => property.type)
    case 'builtin':
    case 'class':
      return type.typeArguments ?? []
    default:
      return []
  }
}
