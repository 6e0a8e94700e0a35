import type { Literal, ObjectType, Property, Type } from '../described-type.ts'
import { arrayOf, propertiesOf, recordOf } from './type-algebra.ts'
import type { Refuse } from './unreadable.ts'

/** Applies a generic type of the standard library; undefined where there is no rule for the name. */
export function utilityType(name: string, args: readonly Type[], refuse: Refuse): Type | undefined {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  const broken = args.find(({ kind }) => kind === 'unreadable')
  return rule && (broken ?? rule(args[0] ?? { kind: 'unknown' }, args[1], refuse))
}

type Rule = (first: Type, second: Type | undefined, refuse: Refuse) => Type

const rules: Record<string, Rule> = {
  Array: (item, _, refuse) => arrayOf(item, refuse),
  ReadonlyArray: (item, _, refuse) => arrayOf(item, refuse),
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
  Record: recordOfKeys,
}

function recordOfKeys(keys: Type, values: Type | undefined, refuse: Refuse): Type {
  const type = values ?? { kind: 'unknown' }
  if (keys.kind === 'string') return recordOf(type)
  if (keys.kind === 'enum') {
    const { undefinable, ...present } = type
    const optional = undefinable && { optional: true as const }
    const properties = keys.values.map((key) => ({ name: String(key), type: present, ...optional }))
    return { kind: 'object', properties }
  }
  return refuse('the keys of data are strings', 'write Record<string, T>')
}

/** A rule that makes a new object type from one; a second argument lists keys. */
function ofProperties(
  change: (properties: readonly Property[], keys: ReadonlySet<string>) => readonly Property[],
): Rule {
  return (type, keys, refuse) => {
    const names = keys?.kind === 'enum' ? keys.values.map(String) : []
    if (keys && keys.kind !== 'enum') {
      const remedy = 'write the keys as a union of literals'
      return refuse('its keys do not stand in the source', remedy)
    }
    if (type.kind === 'object') {
      const { name: _, ...rest }: ObjectType = type
      return { ...rest, properties: change(propertiesOf(type), new Set(names)) }
    }
    return refuse(
      type.kind === 'class'
        ? `it would lose the rules that stand in the class ${type.name}`
        : 'only an object type has properties to choose from',
      'declare a class or an interface with the properties that remain',
    )
  }
}

function ofLiterals(keep: (value: Literal, values: ReadonlySet<Literal>) => boolean): Rule {
  return (type, other, refuse) => {
    if (type.kind === 'enum' && other?.kind === 'enum') {
      const { name: _, ...rest } = type
      const others = new Set(other.values)
      return { ...rest, values: type.values.filter((value) => keep(value, others)) }
    }
    return refuse('only unions of literals can be filtered', 'write the type that remains')
  }
}
