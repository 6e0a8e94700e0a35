import type { TypeInfo } from './type-info.ts'

/** Returns the types inside a type: elements, properties, members and type arguments. */
export function childTypes(type: TypeInfo): readonly TypeInfo[] {
  switch (type.kind) {
    case 'array':
      return [type.items]
    case 'tuple':
      return type.rest ? [...type.items, type.rest] : type.items
    case 'record':
      return type.keys ? [type.keys, type.values] : [type.values]
    case 'object':
      return type.properties.map((property) => property.type)
    case 'union':
      return type.members
    case 'class':
    case 'builtin':
      return type.typeArguments ?? []
    default:
      return []
  }
}

const free = new WeakMap<TypeInfo, ReadonlySet<string>>()

/** True if the type does not refer to an enclosing type, so that it is the same everywhere. */
export function isClosed(type: TypeInfo): boolean {
  return freeNames(type).size === 0
}

/** True if the type refers to itself, or to an enclosing type, by that name. */
export function mentions(type: TypeInfo, name: string): boolean {
  return childTypes(type).some((child) => freeNames(child).has(name))
}

/** Returns the names of the enclosing types that a type refers to. */
function freeNames(type: TypeInfo): ReadonlySet<string> {
  let names = free.get(type)
  if (!names) free.set(type, (names = readFreeNames(type)))
  return names
}

function readFreeNames(type: TypeInfo): ReadonlySet<string> {
  if (type.kind === 'recursive') return new Set([type.name])
  const names = new Set(childTypes(type).flatMap((child) => [...freeNames(child)]))
  if ((type.kind === 'object' || type.kind === 'union') && type.name) names.delete(type.name)
  return names
}

/** Returns the type with `change` applied to the types inside it. */
export function mapType(type: TypeInfo, change: (child: TypeInfo) => TypeInfo): TypeInfo {
  switch (type.kind) {
    case 'array':
      return { ...type, items: change(type.items) }
    case 'tuple':
      return {
        ...type,
        items: type.items.map(change),
        ...(type.rest && { rest: change(type.rest) }),
      }
    case 'record':
      return { ...type, ...(type.keys && { keys: change(type.keys) }), values: change(type.values) }
    case 'object': {
      const { properties } = type
      return {
        ...type,
        properties: properties.map((each) => ({ ...each, type: change(each.type) })),
      }
    }
    case 'union':
      return { ...type, members: type.members.map(change) }
    case 'class':
    case 'builtin':
      return type.typeArguments ? { ...type, typeArguments: type.typeArguments.map(change) } : type
    default:
      return type
  }
}
