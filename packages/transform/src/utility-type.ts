import type { Span } from 'oxc-parser'
import type { Literal, ObjectType, Property, Type } from './described-type.ts'
import { propertiesOf, recordOf } from './object-type.ts'
import { arrayOf } from './read-type.ts'
import type { Scope } from './scope.ts'
import { unreadable } from './unreadable.ts'

/** Works out a generic type of the standard library; undefined where it has no rule for the name. */
export function readUtilityType(
  name: string,
  args: readonly Type[],
  node: Span,
  scope: Scope,
): Type | undefined {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  const broken = args.find(({ kind }) => kind === 'unreadable')
  return rule && (broken ?? rule(args[0] ?? { kind: 'unknown' }, args[1], node, scope))
}

type Rule = (first: Type, second: Type | undefined, node: Span, scope: Scope) => Type

const rules: Record<string, Rule> = {
  Array: (item, _, node, scope) => arrayOf(item, node, scope),
  ReadonlyArray: (item, _, node, scope) => arrayOf(item, node, scope),
  Promise: (value) => value,
  PromiseLike: (value) => value,
  Awaited: (value) => value,
  NonNullable: (type) => ({ ...type, nullable: undefined, undefinable: undefined }),
  Readonly: (type) => type,
  Partial: ofProperties((properties) =>
    properties.map((property) => ({ ...property, optional: true })),
  ),
  Required: ofProperties((properties) =>
    properties.map((property) => ({ ...property, optional: undefined })),
  ),
  Pick: ofProperties((properties, keys) => properties.filter(({ name }) => keys.has(name))),
  Omit: ofProperties((properties, keys) => properties.filter(({ name }) => !keys.has(name))),
  Exclude: ofLiterals((value, values) => !values.has(value)),
  Extract: ofLiterals((value, values) => values.has(value)),
  Record: readRecord,
}

function readRecord(keys: Type, values: Type | undefined, node: Span, scope: Scope): Type {
  const type = values ?? { kind: 'unknown' }
  if (keys.kind === 'string') return recordOf(type)
  if (keys.kind === 'enum') {
    const { undefinable, ...present } = type
    const optional = undefinable && { optional: true as const }
    const properties = keys.values.map((key) => ({ name: String(key), type: present, ...optional }))
    return { kind: 'object', properties }
  }
  return unreadable(node, scope, 'the keys of data are strings', 'write Record<string, T>')
}

/** A rule that makes another object type out of one; a second argument lists keys. */
function ofProperties(
  change: (properties: readonly Property[], keys: ReadonlySet<string>) => readonly Property[],
): Rule {
  return (type, keys, node, scope) => {
    const names = keys?.kind === 'enum' ? keys.values.map(String) : []
    if (keys && keys.kind !== 'enum') {
      const remedy = 'write the keys as a union of literals'
      return unreadable(node, scope, 'its keys do not stand in the source', remedy)
    }
    if (type.kind === 'object') {
      const { name: _, ...rest }: ObjectType = type
      return { ...rest, properties: change(propertiesOf(type), new Set(names)) }
    }
    return unreadable(
      node,
      scope,
      type.kind === 'class'
        ? `it would lose the rules that stand in the class ${type.name}`
        : 'only an object type has properties to choose from',
      'declare a class or an interface with the properties that remain',
    )
  }
}

function ofLiterals(keep: (value: Literal, values: ReadonlySet<Literal>) => boolean): Rule {
  return (type, other, node, scope) => {
    if (type.kind === 'enum' && other?.kind === 'enum') {
      const { name: _, ...rest } = type
      const others = new Set(other.values)
      return { ...rest, values: type.values.filter((value) => keep(value, others)) }
    }
    return unreadable(
      node,
      scope,
      'only unions of literals can be filtered',
      'write the type that remains',
    )
  }
}
