import type { TSInterfaceDeclaration, TSTypeParameterDeclaration } from 'oxc-parser'
import type { Property, Type } from './described-type.ts'
import { mixedMembers, propertiesOf, readMembers } from './object-type.ts'
import type { Mention } from './read-reference.ts'
import { readReference } from './read-reference.ts'
import { readType } from './read-type.ts'
import type { Enclosing, Reading } from './reading.ts'
import type { Owned } from './resolve-name.ts'
import { typeParameterScope, type Scope } from './scope.ts'
import { toTypeName } from './type-name.ts'
import { textOf, unreadable } from './unreadable.ts'

type NamedDeclaration = Extract<Owned, { kind: 'alias' | 'interface' }>

/** Reads what an alias or interface stands for. */
export function readNamedType(
  declaration: NamedDeclaration,
  node: Mention,
  scope: Scope,
  reading: Reading,
): Type {
  const { typeParameters } = declaration.node
  const args = readArguments(typeParameters, node, scope, declaration.scope, reading)
  const typeArguments = JSON.stringify(args)
  const active = reading.enclosing.filter((entry) => entry.declaration === declaration)
  const same = active.findLast((entry) => entry.typeArguments === typeArguments)
  if (same?.isObject) {
    same.recurs = true
    return { kind: 'recursive', name: same.name }
  }
  if (same || active.length > 4) {
    return unreadable(
      node,
      scope,
      'the type contains itself without an object of a fixed name in between',
      'write unknown, or an interface for the part that repeats',
    )
  }
  const entry: Enclosing = {
    declaration,
    typeArguments,
    name: nameOf(declaration, node, scope),
    isObject: declaration.kind === 'interface' || isObjectNode(declaration.node.typeAnnotation),
    recurs: false,
  }
  reading.enclosing.push(entry)
  const type =
    declaration.kind === 'interface'
      ? readInterface(declaration, args, reading)
      : readType(
          declaration.node.typeAnnotation,
          withArguments(declaration.scope, typeParameters, args),
          reading,
        )
  reading.enclosing.pop()
  return named(type, entry, args.length === 0)
}

function nameOf({ node: { id } }: NamedDeclaration, node: Mention, { file }: Scope): string {
  return node.typeArguments ? id.name + textOf(node.typeArguments, file.text) : id.name
}

/** The type arguments of a mention, the declared defaults in the place of those left out. */
export function readArguments(
  declared: TSTypeParameterDeclaration | null | undefined,
  node: Mention,
  scope: Scope,
  home: Scope,
  reading: Reading,
): Type[] {
  const args: Type[] = []
  for (const [index, parameter] of (declared?.params ?? []).entries()) {
    const written = node.typeArguments?.params[index]
    const type = written
      ? readType(written, scope, reading)
      : parameter.default
        ? readType(parameter.default, withArguments(home, declared, args), reading)
        : unreadable(node, scope, 'its type argument is missing', 'write the type argument')
    args.push(type)
  }
  return args
}

function withArguments(
  scope: Scope,
  declared: TSTypeParameterDeclaration | null | undefined,
  args: readonly Type[],
): Scope {
  return typeParameterScope(scope, declared, (_, index) => args[index] ?? { kind: 'unknown' })
}

function readInterface(
  { node, parts, scope }: Extract<Owned, { kind: 'interface' }>,
  args: readonly Type[],
  reading: Reading,
): Type {
  const types = parts.flatMap((part) => {
    const inner = withArguments(scope, part.typeParameters, args)
    const parents = part.extends.map((parent) => readParent(parent, inner, reading))
    return [...parents, readMembers(part.body.body, inner, reading)]
  })
  const [first] = types
  if (first && types.length === 1) return first
  const properties = new Map<string, Property>()
  for (const type of types) {
    if (type.kind === 'unreadable') return type
    if (type.kind !== 'object') return mixedMembers(node, scope)
    for (const property of propertiesOf(type)) properties.set(property.name, property)
  }
  return { kind: 'object', properties: [...properties.values()] }
}

type Parent = TSInterfaceDeclaration['extends'][number]

function readParent(parent: Parent, scope: Scope, reading: Reading): Type {
  const typeName = toTypeName(parent.expression)
  const type =
    typeName && readReference({ ...parent, type: 'TSTypeReference', typeName }, scope, reading)
  if (type?.kind === 'object' || type?.kind === 'unreadable') return type
  return unreadable(
    parent,
    scope,
    'an interface takes over the properties of object types alone',
    'write the properties into the interface, or use the class itself',
  )
}

function isObjectNode({ type }: { readonly type: string }): boolean {
  return type === 'TSTypeLiteral' || type === 'TSIntersectionType'
}

/**
 * Gives a type the name of its declaration. One with type arguments needs a name only where it
 * contains itself: the same declaration stands for many types.
 */
function named(type: Type, entry: Enclosing, isPlain: boolean): Type {
  if (type.kind !== 'object' && type.kind !== 'enum') return type
  if (type.name !== undefined || !(isPlain || entry.recurs)) return type
  return { ...type, name: entry.name }
}
