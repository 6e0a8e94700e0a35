import type { Literal, Type } from './described-type.ts'

/** One type for all members: literals gathered, `null` and `undefined` turned into flags. */
export function unionOf(members: readonly Type[]): Type {
  const flat = members.flatMap((member) => (member.kind === 'union' ? member.members : [member]))
  const nullable = [...members, ...flat].some((member) => member.nullable || member.kind === 'null')
  const undefinable = members.some((member) => member.undefinable)
  return {
    ...joined(flat.map(withoutAbsence), nullable),
    ...(nullable && { nullable: true }),
    ...(undefinable && { undefinable: true }),
  }
}

function joined(members: readonly Type[], nullable: boolean): Type {
  const present = members.filter(({ kind }) => kind !== 'null' && kind !== 'void')
  if (present.length === 0) return { kind: nullable ? 'null' : 'void' }
  const [first] = present
  if (first && present.length === 1) return first
  if (present.some(({ kind }) => kind === 'unknown')) return { kind: 'unknown' }
  const merged = mergeLiterals(distinct(present))
  const [only] = merged
  return only && merged.length === 1 ? only : { kind: 'union', members: merged }
}

/** Gathers the literals in the place of the first, unless `string`, `number` or `boolean` says them all. */
function mergeLiterals(members: readonly Type[]): Type[] {
  const kinds = new Set(members.map(({ kind }) => kind))
  const enums = members.filter((member) => member.kind === 'enum')
  const values = new Set(enums.flatMap((member): readonly Literal[] => member.values))
  for (const value of values) {
    if (kinds.has(typeof value as Type['kind'])) values.delete(value)
  }
  if (kinds.has('boolean') && values.size > 0) values.add(true).add(false)
  const isBoolean = values.has(true) && values.has(false) && values.size === 2
  const whole = enums.find((member) => member.values.length === values.size)
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

function distinct(types: readonly Type[]): Type[] {
  return [...new Map(types.map((type) => [JSON.stringify(type), type])).values()]
}

function withoutAbsence(type: Type): Type {
  return { ...type, nullable: undefined, undefinable: undefined }
}
