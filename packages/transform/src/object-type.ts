import type { Span, TSIntersectionType, TSSignature, TSTypeLiteral } from 'oxc-parser'
import { withoutUndefined, type ObjectType, type Property, type Type } from './described-type.ts'
import { docBefore } from './doc-comment.ts'
import { keyName } from './key-name.ts'
import { readType } from './read-type.ts'
import type { Reading } from './reading.ts'
import type { Scope } from './scope.ts'
import { unreadable } from './unreadable.ts'

/** Reads `{ … }` in the place of a type. */
export function readObjectLiteral(node: TSTypeLiteral, scope: Scope, reading: Reading): Type {
  return node.members.length === 0 ? { kind: 'unknown' } : readMembers(node.members, scope, reading)
}

/** Reads the members of an object type or an interface. */
export function readMembers(members: readonly TSSignature[], scope: Scope, reading: Reading): Type {
  const properties: Property[] = []
  for (const member of members) {
    if (member.type === 'TSIndexSignature') {
      return members.length === 1
        ? readIndexSignature(member, scope, reading)
        : mixedMembers(member, scope)
    }
    const name = 'key' in member && !member.computed ? keyName(member.key) : undefined
    if (name === undefined) {
      return unreadable(
        member,
        scope,
        'the member has no name that could stand in data',
        'give it a plain name, or remove it',
      )
    }
    properties.push(readProperty(name, member as Named, scope, reading))
  }
  return { kind: 'object', properties }
}

export function mixedMembers(node: Span, scope: Scope): Type {
  return unreadable(
    node,
    scope,
    'an object has either named properties or an index signature',
    'write Record<string, T>, or name every property',
  )
}

type Named = Extract<TSSignature, { key: unknown }>

function readProperty(name: string, member: Named, scope: Scope, reading: Reading): Property {
  const doc = docBefore(member.start, scope.file)
  const isMethod = member.type === 'TSMethodSignature' && member.kind === 'method'
  const annotation = member.type === 'TSMethodSignature' ? member.returnType : member.typeAnnotation
  const read = isMethod
    ? unreadable(
        member,
        scope,
        'a function has no form in data',
        'declare a class with this method',
      )
    : annotation
      ? readType(annotation.typeAnnotation, scope, reading)
      : ({ kind: 'unknown' } as const)
  const { type, optional } = withoutUndefined(read)
  return { name, type, optional: optional || member.optional || undefined, doc: doc?.documentation }
}

function readIndexSignature(
  node: Extract<TSSignature, { type: 'TSIndexSignature' }>,
  scope: Scope,
  reading: Reading,
): Type {
  const key = node.parameters[0]?.typeAnnotation.typeAnnotation
  return key?.type === 'TSStringKeyword'
    ? recordOf(readType(node.typeAnnotation.typeAnnotation, scope, reading))
    : unreadable(node, scope, 'the keys of data are strings', 'write Record<string, T>')
}

/** A record; an entry that is `undefined` is one that is absent. */
export function recordOf(values: Type): Type {
  return { kind: 'record', values: withoutUndefined(values).type }
}

export function readIntersection(node: TSIntersectionType, scope: Scope, reading: Reading): Type {
  const parts = node.types
    .map((type) => readType(type, scope, reading))
    .filter(({ kind }) => kind !== 'unknown')
  const [first] = parts
  if (!first) return { kind: 'unknown' }
  if (parts.length === 1) return first
  const merged = parts.every((part) => part.kind === 'object') ? mergeObjects(parts) : undefined
  return (
    parts.find(({ kind }) => kind === 'unreadable') ??
    merged ??
    unreadable(
      node,
      scope,
      'only objects whose common properties agree can be joined',
      'write one interface with all properties',
    )
  )
}

/** One object with the properties of all; undefined where they disagree. */
function mergeObjects(parts: readonly ObjectType[]): ObjectType | undefined {
  const properties = new Map<string, Property>()
  for (const property of parts.flatMap(propertiesOf)) {
    const known = properties.get(property.name)
    if (known && JSON.stringify(known.type) !== JSON.stringify(property.type)) return undefined
    const optional = known && !known.optional ? undefined : property.optional
    properties.set(property.name, { ...property, doc: property.doc ?? known?.doc, optional })
  }
  return { kind: 'object', properties: [...properties.values()] }
}

/** The properties of an object, in a form that can be put into another object. */
export function propertiesOf(object: ObjectType): Property[] {
  return object.properties.map((property) => ({
    ...property,
    type: object.name === undefined ? property.type : unrolled(property.type, object.name, object),
  }))
}

/** Puts the object itself in the place of each mention of its name. */
function unrolled(type: Type, name: string, object: ObjectType): Type {
  const inside = (inner: Type) => unrolled(inner, name, object)
  switch (type.kind) {
    case 'recursive':
      return type.name === name ? { ...object, ...(type.nullable && { nullable: true }) } : type
    case 'array':
      return { ...type, items: inside(type.items) }
    case 'tuple':
      return { ...type, items: type.items.map(inside) }
    case 'record':
      return { ...type, values: inside(type.values) }
    case 'union':
      return { ...type, members: type.members.map(inside) }
    case 'class':
    case 'builtin':
      return type.typeArguments ? { ...type, typeArguments: type.typeArguments.map(inside) } : type
    case 'object':
      if (type.name === name) return type
      return {
        ...type,
        properties: type.properties.map((property) => ({
          ...property,
          type: inside(property.type),
        })),
      }
    default:
      return type
  }
}
