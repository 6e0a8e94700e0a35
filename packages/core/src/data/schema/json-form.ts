import { isReflectable } from '../../base/reflection/reflect.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import { typeText } from '../../base/reflection/type-text.ts'
import { childTypes, fold, isClosed, type TypeCases } from '../../base/reflection/type-tree.ts'
import { builtinOf, builtins } from '../builtins/builtins.ts'
import { scalarOf } from '../hydration/scalar.ts'
import { toObject } from '../builtins/map.ts'
import { hasCustomToJson, isJsonObject, visibleProperties } from '../validation/json-shape.ts'
import { responseProperties, storedProperties, withoutHidden } from './response-properties.ts'
import { unionJsonForm, type UnionMember } from './union-json-form.ts'

/** Converts a value to the JSON form of its type, for `JSON.stringify`. */
export type ToJsonForm = (value: unknown) => unknown

/**
 * Returns the conversion of a type's values to JSON: a `Map` becomes an object, a `Set` an array, bytes a base64
 * string. Returns undefined if the type needs no conversion. Values of other types are returned unchanged. For an event
 * stream, the conversion takes a single event. `keepsHidden` keeps hidden fields, for stored data.
 */
export function jsonFormOf(
  type: TypeInfo,
  { keepsHidden = false }: { readonly keepsHidden?: boolean } = {},
): ToJsonForm | undefined {
  if (type.kind === 'builtin' && type.name === 'AsyncIterable') {
    return type.typeArguments?.[0] && jsonFormOf(type.typeArguments[0])
  }
  if (builtinOf(type)?.mediaType !== undefined) return undefined
  const enclosing = new Enclosing(keepsHidden ? storedProperties : responseProperties, keepsHidden)
  return needsForm(type, enclosing, new Set()) ? toForm(type, enclosing) : undefined
}

/** The conversions of the named structural types and classes that enclose a type. These may contain themselves. */
class Enclosing extends Map<string | Class, ToJsonForm> {
  readonly propertiesOf: typeof responseProperties
  readonly keepsHidden: boolean
  readonly #known = new Map<TypeInfo, ToJsonForm>()

  constructor(propertiesOf: typeof responseProperties, keepsHidden: boolean) {
    super()
    this.propertiesOf = propertiesOf
    this.keepsHidden = keepsHidden
  }

  /** Returns the conversion of a type. It is cached if the type does not refer to an enclosing type. */
  cached(type: TypeInfo, create: () => ToJsonForm): ToJsonForm {
    const known = this.#known.get(type)
    if (known) return known
    const form = create()
    if (isClosed(type)) this.#known.set(type, form)
    return form
  }

  /** Returns a copy of an object with the properties that appear in its JSON and, if `keepsHidden`, the hidden ones. */
  copy(value: object): Record<string, unknown> {
    return this.keepsHidden ? { ...value } : visibleProperties(value)
  }
}

function needsForm(type: TypeInfo, enclosing: Enclosing, seen: Set<Class | TypeInfo>): boolean {
  if (seen.has(type)) return false
  seen.add(type)
  if (builtinOf(type)?.jsonForm) return true
  if (type.kind === 'class' && scalarOf(type.class)) return true
  if (type.kind === 'object' && type.alone) return true
  const parts = [...childTypes(type), ...propertyTypes(type, enclosing, seen)]
  return parts.some((each) => needsForm(each, enclosing, seen))
}

const recursiveTypes = new WeakMap<TypeInfo, boolean>()

function isRecursive(type: TypeInfo): boolean {
  let found = recursiveTypes.get(type)
  if (found === undefined) {
    found = type.kind === 'recursive' || childTypes(type).some(isRecursive)
    recursiveTypes.set(type, found)
  }
  return found
}

function propertyTypes(
  type: TypeInfo,
  enclosing: Enclosing,
  seen: Set<Class | TypeInfo>,
): TypeInfo[] {
  const target = classOf(type)
  if (!target || seen.has(target)) return []
  seen.add(target)
  return enclosing.propertiesOf(target, []).map((property) => property.type)
}

/** Returns the class of a type if its instances are serialized by their properties. */
function classOf(type: TypeInfo): Class | undefined {
  const target = type.kind === 'class' ? type.class : undefined
  return target && isReflectable(target) && !hasCustomToJson(target.prototype as object)
    ? target
    : undefined
}

function toForm(type: TypeInfo, enclosing: Enclosing): ToJsonForm {
  return fold(type, forms, enclosing)
}

const forms: TypeCases<ToJsonForm, Enclosing> = {
  array: ({ items }, enclosing) => {
    const item = toForm(items, enclosing)
    return (value) => (Array.isArray(value) ? value.map((each) => item(each)) : value)
  },
  tuple: (type, enclosing) => {
    const items = type.items.map((item) => toForm(item, enclosing))
    const rest = type.rest ? toForm(type.rest, enclosing) : unchanged
    return (value) =>
      Array.isArray(value) ? value.map((each, index) => (items[index] ?? rest)(each)) : value
  },
  record: (type, enclosing) => {
    const values = toForm(type.values, enclosing)
    return (value) => (isJsonObject(value) ? toObject(Object.entries(value), values) : value)
  },
  object: (type, enclosing) =>
    enclosing.cached(type, () =>
      registerForm(type.name, enclosing, () => structureForm(type, enclosing)),
    ),
  recursive: ({ name }, enclosing) => enclosing.get(name) ?? unchanged,
  class: classForm,
  union: ({ name, members }, enclosing) =>
    registerForm(name, enclosing, () =>
      unionJsonForm(members.map((member) => toMember(member, enclosing))),
    ),
  builtin: builtinForm,
  other: () => unchanged,
}

function toMember(type: TypeInfo, enclosing: Enclosing): UnionMember {
  const target = classOf(type)
  const properties = target ? enclosing.propertiesOf(target, []) : []
  return { type, form: toForm(type, enclosing), properties }
}

function unchanged(value: unknown): unknown {
  return value
}

/** Registers a conversion under a name, for inner types that refer to it. */
function registerForm(
  name: string | Class | undefined,
  enclosing: Enclosing,
  create: () => ToJsonForm,
): ToJsonForm {
  if (!name) return create()
  const outer = enclosing.get(name)
  let form: ToJsonForm = unchanged
  enclosing.set(name, (value) => form(value))
  form = create()
  if (outer) enclosing.set(name, outer)
  return form
}

function classForm(type: Extract<TypeInfo, { kind: 'class' }>, enclosing: Enclosing): ToJsonForm {
  const scalar = scalarOf(type.class)
  if (scalar) return (value) => (value instanceof scalar.class ? scalar.to(value) : value)
  const target = classOf(type)
  if (!target) return unchanged
  const { typeArguments = [] } = type
  const known = enclosing.get(typeArguments.length > 0 ? typeText(type) : target)
  if (known) return known
  return registerForm(typeArguments.length > 0 ? typeText(type) : target, enclosing, () =>
    propertiesForm(enclosing.propertiesOf(target, typeArguments), enclosing),
  )
}

function propertiesForm(
  properties: readonly { readonly name: string; readonly type: TypeInfo }[],
  enclosing: Enclosing,
): ToJsonForm {
  const forms = properties.flatMap(({ name, type }) =>
    needsForm(type, enclosing, new Set()) || isRecursive(type)
      ? [[name, toForm(type, enclosing)] as const]
      : [],
  )
  return (value) => {
    if (!isJsonObject(value)) return value
    const copy = enclosing.copy(value)
    for (const [name, form] of forms) {
      if (Object.hasOwn(copy, name)) copy[name] = form(copy[name])
    }
    return copy
  }
}

function structureForm(
  { properties, alone }: Extract<TypeInfo, { kind: 'object' }>,
  enclosing: Enclosing,
): ToJsonForm {
  const visible = enclosing.keepsHidden ? properties : withoutHidden(properties)
  const form = propertiesForm(visible, enclosing)
  if (!alone) return form
  return (value) => {
    if (!isJsonObject(value)) return value
    const all = form(value) as Record<string, unknown>
    const names = visible.map(({ name }) => name).filter((name) => Object.hasOwn(all, name))
    return Object.fromEntries(names.map((name) => [name, all[name]]))
  }
}

function builtinForm(
  { name, typeArguments: [first, second] = [] }: Extract<TypeInfo, { kind: 'builtin' }>,
  enclosing: Enclosing,
): ToJsonForm {
  const formOf = (type: TypeInfo | undefined) => (type ? toForm(type, enclosing) : unchanged)
  const parts = { items: () => formOf(first), values: () => formOf(second) }
  return builtins[name].jsonForm?.(parts) ?? unchanged
}
