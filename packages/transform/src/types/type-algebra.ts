import {
  valueReference,
  shape,
  withoutUndefined,
  type Literal,
  type ObjectType,
  type Property,
  type Type,
} from '../described-type.ts'
import { isScalarBuiltin } from './builtins.ts'
import { Interner, isSameData } from './interner.ts'
import { anyTemplate } from './template-type.ts'
import type { Refuse } from './unreadable.ts'

/** Returns the type of a list. JSON arrays cannot contain `undefined`. */
export function arrayOf(item: Type, refuse: Refuse): Type {
  return item.undefinable ? refuseUndefinedItem(refuse) : { kind: 'array', items: item }
}

export function refuseUndefinedItem(refuse: Refuse): Type {
  return refuse('a JSON array cannot contain undefined', 'write null instead of undefined')
}

/** Returns the type of a record. An entry with the value `undefined` counts as absent. */
export function recordOf(values: Type): Type & { readonly kind: 'record' } {
  return { kind: 'record', values: withoutUndefined(values).type }
}

/**
 * Returns one type for all members of a union. Literals are collected into an enum; `null` and `undefined` become
 * flags.
 */
export function unionOf(members: readonly Type[]): Type {
  const only = onlyUnion(members)
  const flat = only ? [only] : members.flatMap(membersOf)
  const nullable = members.some(isNullable) || flat.some(isNullable)
  const undefinable = members.some((member) => member.undefinable)
  return {
    ...joinMembers(flat.map(withoutAbsence), nullable),
    ...(nullable && { nullable: true }),
    ...(undefinable && { undefinable: true }),
  }
}

function isNullable(type: Type): boolean {
  return type.nullable === true || type.kind === 'null'
}

/**
 * Returns the members of a union, with references to itself expanded, so that another union can
 * contain them.
 */
function membersOf(type: Type): readonly Type[] {
  if (type.kind !== 'union') return [type]
  const { name } = type
  return name === undefined ? type.members : type.members.map((each) => unrolled(each, name, type))
}

/**
 * Returns a type that refers to itself by `name`, with this name. Returns undefined if the type, or a member of the
 * union, is only a reference to itself.
 */
export function withSelfReference(type: Type, name: string): Type | undefined {
  const members = type.kind === 'union' ? type.members : [type]
  if (members.some((member) => member.kind === 'recursive' && member.name === name))
    return undefined
  const reference: Type = { kind: 'recursive', name, ...(type.nullable && { nullable: true }) }
  const expanded = type.nullable ? unrolled(type, name, reference) : type
  const canBeNamed = type.kind === 'object' || type.kind === 'union'
  if (canBeNamed && (type.name === undefined || type.name === name)) return expanded
  const { nullable, undefinable, ...inner } = expanded
  return { kind: 'union', members: [inner], nullable, undefinable }
}

/**
 * If only one member remains apart from null and undefined, and it is a union, returns it, so that it keeps its name.
 */
function onlyUnion(members: readonly Type[]): Type | undefined {
  const [first, ...more] = members.filter(({ kind }) => kind !== 'null' && kind !== 'void')
  return more.length === 0 && first?.kind === 'union' ? first : undefined
}

function joinMembers(members: readonly Type[], nullable: boolean): Type {
  const present = members.filter(({ kind }) => kind !== 'null' && kind !== 'void')
  if (present.length === 0) return { kind: nullable ? 'null' : 'void' }
  const [first] = present
  if (first && present.length === 1) return first
  if (present.some(({ kind }) => kind === 'unknown')) return { kind: 'unknown' }
  const merged = mergeLiterals(distinct(present))
  const [only] = merged
  return only && merged.length === 1 ? only : { kind: 'union', members: merged }
}

/** Collects the literals into one enum, without literals that `string`, `number` or `boolean` already includes. */
function mergeLiterals(members: readonly Type[]): Type[] {
  const kinds = new Set(members.map(({ kind }) => kind))
  const enums = members.filter((member) => member.kind === 'enum')
  const values = new Set(enums.flatMap((member): readonly Literal[] => member.values))
  for (const value of values) {
    if (kinds.has(typeof value as Type['kind'])) values.delete(value)
  }
  if (kinds.has('boolean') && values.size > 0) values.add(true).add(false)
  const isBoolean = values.has(true) && values.has(false) && values.size === 2
  const templates = members.filter(({ kind }) => kind === 'template')
  if (templates.length > 0) {
    const texts = [...values].filter((value) => typeof value === 'string')
    for (const text of texts) values.delete(text)
    const others = members.filter(({ kind }) => kind !== 'template' && kind !== 'enum')
    const rest: Type[] = values.size > 0 ? [{ kind: 'enum', values: [...values] }] : []
    if (kinds.has('string')) return mergeLiterals([...others, ...rest])
    return [anyTemplate(templates, texts), ...mergeLiterals([...others, ...rest])]
  }
  const whole = enums.find(
    (member) =>
      member.values.length === values.size && member.values.every((value) => values.has(value)),
  )
  const others = members.filter(
    ({ kind }) =>
      kind !== 'enum' &&
      !(kind === 'boolean' && values.size > 0) &&
      !(kind === 'int' && kinds.has('number')),
  )
  if (values.size === 0) return others
  const merged: Type = isBoolean
    ? { kind: 'boolean' }
    : (whole ?? { kind: 'enum', values: [...values] })
  return [merged, ...others]
}

/** Merges types that differ only in their constraints into the type that accepts all their values. */
function distinct(types: readonly Type[]): Type[] {
  const interner = new Interner()
  const found = new Map<number, Type>()
  for (const type of types) {
    const key = interner.idOf(withoutConstraints(type))
    const same = found.get(key)
    const isSame = !same || interner.idOf(same) === interner.idOf(type)
    found.set(key, isSame ? type : withoutConstraints(type))
  }
  return [...found.values()]
}

function withoutAbsence(type: Type): Type {
  return { ...type, nullable: undefined, undefinable: undefined }
}

/**
 * Returns a class as an object type with the properties that `keep` selects; returns other types unchanged. `label` is
 * the name of the derived type.
 */
export function objectOf(
  type: Type,
  label: string,
  keep: (name: string) => boolean = () => true,
): Type {
  return (type.kind === 'class' && type[shape]?.toObject(label, keep)) || type
}

/** Returns an object type with the properties of all parts; undefined if a property has contradicting types. */
export function mergeObjects(parts: readonly ObjectType[]): ObjectType | undefined {
  const properties = new Map<string, Property>()
  for (const property of parts.flatMap(propertiesOf)) {
    const known = properties.get(property.name)
    const type = known ? commonType(known.type, property.type) : property.type
    if (!type) return undefined
    const optional = known && !known.optional ? undefined : property.optional
    properties.set(property.name, { ...property, type, doc: property.doc ?? known?.doc, optional })
  }
  return { kind: 'object', properties: [...properties.values()] }
}

/**
 * Returns a type with the constraints of both; undefined if the types differ, or if both have different constraints.
 */
function commonType(a: Type, b: Type): Type | undefined {
  const isSame = isSameData(withoutConstraints(a), withoutConstraints(b))
  if (isSame && !(a.constrainedBy && b.constrainedBy)) return a.constrainedBy ? a : b
  return isSameData(a, b) ? a : undefined
}

/** Removes constraints and other data that do not change which values the type has. */
function withoutConstraints(type: Type): Type {
  return { ...type, constrainedBy: undefined, brand: undefined }
}

/**
 * Returns the properties of an object type, with references to itself expanded, so that another
 * type can contain them.
 */
export function propertiesOf(object: ObjectType): Property[] {
  const { name, properties } = object
  if (name === undefined) return [...properties]
  const known: UnrolledTypes = new Map()
  return properties.map((property) => ({
    ...property,
    type: unrolled(property.type, name, object, known),
  }))
}

/** The expanded types by their originals, so that shared types remain shared. */
type UnrolledTypes = Map<Type, Type>

/** Replaces each reference to `name` with the type itself, `object`. */
function unrolled(type: Type, name: string, object: Type, known: UnrolledTypes = new Map()): Type {
  let found = known.get(type)
  if (!found) {
    found = unroll(type, name, object, (inner) => unrolled(inner, name, object, known))
    known.set(type, found)
  }
  return found
}

function unroll(type: Type, name: string, object: Type, mapInner: (inner: Type) => Type): Type {
  switch (type.kind) {
    case 'recursive':
      return type.name === name ? { ...object, ...(type.nullable && { nullable: true }) } : type
    case 'array':
      return { ...type, items: mapInner(type.items) }
    case 'tuple':
      return {
        ...type,
        items: type.items.map(mapInner),
        ...(type.rest && { rest: mapInner(type.rest) }),
      }
    case 'record':
      return { ...type, values: mapInner(type.values) }
    case 'union':
      return type.name === name ? type : { ...type, members: type.members.map(mapInner) }
    case 'class':
    case 'builtin':
      return type.typeArguments
        ? { ...type, typeArguments: type.typeArguments.map(mapInner) }
        : type
    case 'object':
      if (type.name === name) return type
      return {
        ...type,
        properties: type.properties.map((property) => ({
          ...property,
          type: mapInner(property.type),
        })),
      }
    default:
      return type
  }
}

/** Returns the type of `owner[number]`, or undefined. */
export function elementOf(owner: Type): Type | undefined {
  if (owner.kind === 'tuple') return unionOf([...owner.items, ...(owner.rest ? [owner.rest] : [])])
  return owner.kind === 'array' ? owner.items : undefined
}

/** Returns the type of `owner[index]` for literal indexes, or undefined. */
export function propertyOf(owner: Type, index: Type): Type | undefined {
  if (index.kind !== 'enum') return undefined
  const found = index.values.map((value): Type | undefined => {
    if (owner.kind === 'tuple') return owner.items[Number(value)]
    const property =
      owner.kind === 'object'
        ? owner.properties.find(({ name }) => name === String(value))
        : undefined
    return property && { ...property.type, ...(property.optional && { undefinable: true }) }
  })
  const known = found.filter((type) => type !== undefined)
  return known.length === found.length ? unionOf(known) : undefined
}

/** Returns the type of a constant value. */
export function typeOfValue(value: unknown): Type {
  if (value === null) return { kind: 'null' }
  if (Array.isArray(value)) return { kind: 'tuple', items: value.map(typeOfValue) }
  if (typeof value !== 'object') return { kind: 'enum', values: [value as Literal] }
  const properties = Object.entries(value).map(([name, item]) => ({
    name,
    type: typeOfValue(item),
  }))
  return { kind: 'object', properties }
}

/** True if values of the type have no properties or elements. */
export function isScalar(type: Type): boolean {
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'int':
    case 'bigint':
    case 'boolean':
    case 'enum':
    case 'template':
      return true
    case 'builtin':
      return isScalarBuiltin(type.name)
    case 'union':
      return type.members.every(isScalar)
    default:
      return false
  }
}

const readable = new WeakMap<Type, boolean>()

/** True if all parts of a type can occur in data. */
export function isReadable(type: Type): boolean {
  let found = readable.get(type)
  if (found === undefined) readable.set(type, (found = hasReadableParts(type)))
  return found
}

function hasReadableParts(type: Type): boolean {
  switch (type.kind) {
    case 'unreadable':
      return false
    case 'class':
      return type.class !== valueReference('undefined')
    case 'array':
      return isReadable(type.items)
    case 'tuple':
      return type.items.every(isReadable) && (!type.rest || isReadable(type.rest))
    case 'record':
      return isReadable(type.values)
    case 'union':
      return type.members.every(isReadable)
    case 'object':
      return type.properties.every((property) => isReadable(property.type))
    case 'builtin':
      return (type.typeArguments ?? []).every(isReadable)
    default:
      return true
  }
}
