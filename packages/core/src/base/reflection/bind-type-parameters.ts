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
  const bindings = new Map<string, TypeInfo>()
  for (const [index, name] of typeParameters.entries()) {
    const byDefault = Object.hasOwn(typeDefaults, name) ? typeDefaults[name] : undefined
    const type = typeArguments[index] ?? (byDefault && bindTypeParameters(byDefault, bindings))
    if (type) bindings.set(name, type)
  }
  return bindings
}

type Bindings = ReadonlyMap<string, TypeInfo>

const typesByBindings = new WeakMap<Bindings, Map<TypeInfo, TypeInfo>>()

/**
 * Replaces the bound type parameters in a type. Other type parameters stay. A type that occurs several times remains a
 * single object.
 */
export function bindTypeParameters(type: TypeInfo, bindings: Bindings): TypeInfo {
  if (bindings.size === 0) return type
  let types = typesByBindings.get(bindings)
  if (!types) typesByBindings.set(bindings, (types = new Map()))
  let found = types.get(type)
  if (!found) types.set(type, (found = bind(type, bindings)))
  return found
}

function bind(type: TypeInfo, bindings: Bindings): TypeInfo {
  if (type.kind === 'typeParameter') {
    const found = bindings.get(type.name) ?? type
    return type.nullable ? { ...found, nullable: true } : found
  }
  const inner = mapType(type, (child) => bindTypeParameters(child, bindings))
  return fold<TypeInfo>(inner, {
    union: (union) => {
      const { nullable = union.members.some((member) => member.nullable) } = union
      return { ...union, ...boundName(union, bindings), ...(nullable && { nullable }) }
    },
    object: (object) => ({ ...object, ...boundName(object, bindings) }),
    recursive: (recursive) => ({ ...recursive, ...boundName(recursive, bindings) }),
    other: (other) => other,
  })
}

/** Replaces type parameters in a type name: `Page<T>` becomes `Page<Item>`. */
function boundName<T extends { readonly name?: string }>(
  { name }: T,
  bindings: ReadonlyMap<string, TypeInfo>,
): { name?: string } {
  if (!name?.includes('<')) return {}
  const toText = (word: string) => {
    const type = bindings.get(word)
    return type ? typeText(type) : word
  }
  return { name: name.replaceAll(/\w+/gu, toText) }
}
