import type { ClassReflection } from './class-reflection.ts'
import type { TypeInfo } from './type-info.ts'
import { typeText } from './type-text.ts'
import { fold, mapType } from './type-tree.ts'

type Generic = Pick<ClassReflection, 'typeParameters' | 'typeDefaults'>

/**
 * Returns the type for each type parameter of a class: the type argument, or else the default. Parameters without
 * either are left out.
 */
export function bindingsOf(
  { typeParameters, typeDefaults }: Generic,
  typeArguments: readonly TypeInfo[],
): ReadonlyMap<string, TypeInfo> {
  const bound = new Map<string, TypeInfo>()
  for (const [index, name] of typeParameters.entries()) {
    const byDefault = Object.hasOwn(typeDefaults, name) ? typeDefaults[name] : undefined
    const type = typeArguments[index] ?? (byDefault && bindTypeParameters(byDefault, bound))
    if (type) bound.set(name, type)
  }
  return bound
}

type Bindings = ReadonlyMap<string, TypeInfo>

const known = new WeakMap<Bindings, Map<TypeInfo, TypeInfo>>()

/**
 * Replaces the bound type parameters in a type. Other type parameters stay. A type that occurs several times remains a
 * single object.
 */
export function bindTypeParameters(type: TypeInfo, bound: Bindings): TypeInfo {
  let types = known.get(bound)
  if (!types) known.set(bound, (types = new Map()))
  let found = types.get(type)
  if (!found) types.set(type, (found = bind(type, bound)))
  return found
}

function bind(type: TypeInfo, bound: Bindings): TypeInfo {
  if (type.kind === 'typeParameter') {
    const found = bound.get(type.name) ?? type
    return type.nullable ? { ...found, nullable: true } : found
  }
  const inner = mapType(type, (child) => bindTypeParameters(child, bound))
  return fold<TypeInfo>(inner, {
    union: (union) => {
      const { nullable = union.members.some((member) => member.nullable) } = union
      return { ...union, ...boundName(union, bound), ...(nullable && { nullable }) }
    },
    object: (object) => ({ ...object, ...boundName(object, bound) }),
    recursive: (recursive) => ({ ...recursive, ...boundName(recursive, bound) }),
    other: (other) => other,
  })
}

/** Replaces type parameters in a type name: `Page<T>` becomes `Page<Item>`. */
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
