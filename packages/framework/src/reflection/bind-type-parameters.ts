import type { ClassReflection } from './reflect.ts'
import type { TypeInfo } from './type-info.ts'
import { typeText } from './type-text.ts'
import { mapType } from './type-tree.ts'

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
  if (type.kind === 'typeParameter') {
    const found = bound.get(type.name) ?? { kind: 'unknown' }
    return type.nullable ? { ...found, nullable: true } : found
  }
  const inner = mapType(type, (child) => bindTypeParameters(child, bound))
  switch (inner.kind) {
    case 'object':
    case 'union':
    case 'recursive':
      return { ...inner, ...boundName(inner, bound) }
    default:
      return inner
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
