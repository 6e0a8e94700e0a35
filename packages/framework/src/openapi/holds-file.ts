import { isReflectable, reflect } from '../reflection/reflect.ts'
import type { Class, TypeInfo } from '../reflection/type-info.ts'

/** Whether a value of the type has an uploaded file anywhere inside. */
export function holdsFile(type: TypeInfo, seen: Set<Class> = new Set()): boolean {
  switch (type.kind) {
    case 'builtin':
      return type.name === 'File'
    case 'array':
      return holdsFile(type.items, seen)
    case 'tuple':
      return type.items.some((item) => holdsFile(item, seen))
    case 'record':
      return holdsFile(type.values, seen)
    case 'union':
      return type.members.some((member) => holdsFile(member, seen))
    case 'object':
      return type.properties.some((property) => holdsFile(property.type, seen))
    case 'class': {
      const target = type.class
      if (type.typeArguments?.some((argument) => holdsFile(argument, seen))) return true
      if (!target || seen.has(target) || !isReflectable(target)) return false
      seen.add(target)
      return reflect(target).parameters.some((parameter) => holdsFile(parameter.type, seen))
    }
    default:
      return false
  }
}
