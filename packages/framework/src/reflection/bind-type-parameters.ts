import type { ClassReflection } from './reflect.ts'
import type { TypeInfo } from './type-info.ts'
import { typeText } from './type-text.ts'

/** What each type parameter of a class stands for. */
export function bindingsOf(
  { typeParameters }: ClassReflection,
  typeArguments: readonly TypeInfo[],
): ReadonlyMap<string, TypeInfo> {
  return new Map(
    typeParameters.map((name, index) => [name, typeArguments[index] ?? { kind: 'unknown' }]),
  )
}

/** The type with type parameters replaced by what they stand for; those that stand for nothing are unknown. */
export function bindTypeParameters(type: TypeInfo, bound: ReadonlyMap<string, TypeInfo>): TypeInfo {
  const bind = (inner: TypeInfo) => bindTypeParameters(inner, bound)
  switch (type.kind) {
    case 'typeParameter': {
      const found = bound.get(type.name) ?? { kind: 'unknown' }
      return type.nullable ? { ...found, nullable: true } : found
    }
    case 'array':
      return { ...type, items: bind(type.items) }
    case 'tuple':
      return { ...type, items: type.items.map(bind) }
    case 'record':
      return { ...type, values: bind(type.values) }
    case 'union':
      return { ...type, ...boundName(type, bound), members: type.members.map(bind) }
    case 'recursive':
      return { ...type, ...boundName(type, bound) }
    case 'object':
      return {
        ...type,
        ...boundName(type, bound),
        properties: type.properties.map((property) => ({ ...property, type: bind(property.type) })),
      }
    case 'class':
    case 'builtin':
      return type.typeArguments ? { ...type, typeArguments: type.typeArguments.map(bind) } : type
    default:
      return type
  }
}

/** `Page<T>` is called `Page<Item>` where `T` stands for it. */
function boundName<T extends { readonly name?: string }>(
  { name }: T,
  bound: ReadonlyMap<string, TypeInfo>,
): { name?: string } {
  if (!name?.includes('<')) return {}
  const toText = (word: string) => {
    const type = bound.get(word)
    return type ? typeText(type) : word
  }
  return { name: name.replaceAll(/\w+/gu, toText) }
}
