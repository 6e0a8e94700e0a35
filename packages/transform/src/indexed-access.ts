import type { Expression, TSIndexedAccessType, TSTypeOperator, TSTypeQuery } from 'oxc-parser'
import { evaluate, unwrap } from './constant.ts'
import type { Literal, ObjectType, Type } from './described-type.ts'
import { enumMembers } from './enum-type.ts'
import { keyName } from './key-name.ts'
import { readType } from './read-type.ts'
import type { Reading } from './reading.ts'
import { resolveName, type Resolved } from './resolve-name.ts'
import type { Scope } from './scope.ts'
import { unionOf } from './union.ts'
import { unreadable } from './unreadable.ts'

/** Reads `T[K]` where `T` is an object, a tuple or a list whose properties stand in the source. */
export function readIndexedAccess(node: TSIndexedAccessType, scope: Scope, reading: Reading): Type {
  const owner = readType(node.objectType, scope, reading)
  if (owner.kind === 'unreadable') return owner
  const members = owner.kind === 'union' ? owner.members : [owner]
  const found = members.map((member) =>
    node.indexType.type === 'TSNumberKeyword'
      ? elementOf(member)
      : propertyOf(member, readType(node.indexType, scope, reading)),
  )
  const known = found.filter((type) => type !== undefined)
  return known.length === found.length
    ? unionOf(known)
    : unreadable(
        node,
        scope,
        'the property is not one of an object type in the source',
        'write the type of the property',
      )
}

function elementOf(owner: Type): Type | undefined {
  if (owner.kind === 'tuple') return unionOf(owner.items)
  return owner.kind === 'array' ? owner.items : undefined
}

function propertyOf(owner: Type, index: Type): Type | undefined {
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

/** Reads `keyof T`, also of a constant object. */
export function readKeyof(node: TSTypeOperator, scope: Scope, reading: Reading): Type {
  const keys =
    node.typeAnnotation.type === 'TSTypeQuery'
      ? constantKeys(node.typeAnnotation, scope, reading)
      : typeKeys(readType(node.typeAnnotation, scope, reading))
  return keys
    ? { kind: 'enum', values: keys }
    : unreadable(
        node,
        scope,
        'the keys are not those of an object in the source',
        'write the keys as a union of literals',
      )
}

function typeKeys(type: Type): string[] | undefined {
  return type.kind === 'object' ? type.properties.map(({ name }) => name) : undefined
}

function constantKeys(node: TSTypeQuery, scope: Scope, reading: Reading): string[] | undefined {
  const resolved = resolveQuery(node, scope, reading)
  if (resolved?.kind !== 'declaration') return undefined
  const { declaration } = resolved
  if (declaration.kind === 'enum') return [...enumMembers(declaration, reading).keys()]
  return declaration.kind === 'constant' ? objectKeys(declaration.init) : undefined
}

function objectKeys(node: Expression): string[] | undefined {
  if (node.type !== 'ObjectExpression') {
    const inner = unwrap(node)
    return inner && objectKeys(inner)
  }
  const keys = node.properties.map((property) =>
    property.type === 'Property' && !property.computed ? keyName(property.key) : undefined,
  )
  const known = keys.filter((key) => key !== undefined)
  return known.length === keys.length ? known : undefined
}

/** Reads `typeof CONSTANT`, whose value must be fixed by `as const` or be a literal, and `typeof Enum`. */
export function readTypeof(node: TSTypeQuery, scope: Scope, reading: Reading): Type {
  const resolved = resolveQuery(node, scope, reading)
  const declaration = resolved?.kind === 'declaration' ? resolved.declaration : undefined
  if (declaration?.kind === 'enum') {
    return typeOfValue(Object.fromEntries(enumMembers(declaration, reading)))
  }
  if (declaration?.kind === 'class') {
    return unreadable(
      node,
      scope,
      'it is the class itself and not one of its instances',
      'write the name of the class alone',
    )
  }
  const fixed =
    declaration?.kind === 'constant' && isFixed(declaration.init) ? declaration : undefined
  const constant = fixed && evaluate(fixed.init, fixed.scope, reading)
  return constant
    ? typeOfValue(constant.value)
    : unreadable(
        node,
        scope,
        'it is not a constant of literals that ends with "as const"',
        'add "as const" to the constant, or write the type out',
      )
}

function resolveQuery(node: TSTypeQuery, scope: Scope, reading: Reading): Resolved | undefined {
  return node.exprName.type === 'TSImportType'
    ? undefined
    : resolveName(node.exprName, 'values', scope, reading)
}

function isFixed(node: Expression): boolean {
  if (node.type === 'Literal' || node.type === 'TemplateLiteral') return true
  if (node.type === 'TSAsExpression' && node.typeAnnotation.type === 'TSTypeReference') {
    const { typeName } = node.typeAnnotation
    if (typeName.type === 'Identifier' && typeName.name === 'const') return true
  }
  const inner = unwrap(node)
  return inner !== undefined && isFixed(inner)
}

function typeOfValue(value: unknown): Type {
  if (value === null) return { kind: 'null' }
  if (Array.isArray(value)) return { kind: 'tuple', items: value.map(typeOfValue) }
  if (typeof value !== 'object') return { kind: 'enum', values: [value as Literal] }
  return objectOf(Object.entries(value).map(([name, item]) => ({ name, type: typeOfValue(item) })))
}

function objectOf(properties: ObjectType['properties']): ObjectType {
  return { kind: 'object', properties }
}
