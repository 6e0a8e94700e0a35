import { isData, type Literal, type TypeInfo } from '../reflection/type-info.ts'
import { discriminatorOf } from '../schema/response-union.ts'
import { scalarOf } from '../validation/scalar.ts'
import { isConverted } from './conversions.ts'

type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object'

const everyType: readonly JsonType[] = ['string', 'number', 'boolean', 'array', 'object']

/** The way in which a JSON reader detects the member of a union that a value belongs to. */
export type UnionForm =
  | { readonly kind: 'ambiguous' }
  | {
      readonly kind: 'told'
      /** The members that need a decoder, by the JSON types of their values. */
      readonly byType: ReadonlyMap<JsonType, TypeInfo | TaggedMembers>
    }

/** Objects that are distinguished by one property. */
export interface TaggedMembers {
  readonly kind: 'tagged'
  readonly property: string
  readonly members: readonly { readonly type: TypeInfo; readonly values: readonly Literal[] }[]
}

/** Returns `ambiguous` if a member that needs a decoder cannot be distinguished from another one. */
export function formOfUnion(union: readonly TypeInfo[]): UnionForm {
  const members = flatten(union)
  const byType = new Map<JsonType, TypeInfo | TaggedMembers>()
  for (const jsonType of everyType) {
    const found = members.filter((member) => jsonTypesOf(member).includes(jsonType))
    const [only] = found
    if (!only || !found.some(isConverted)) continue
    const told = found.length === 1 ? only : taggedMembers(found)
    if (!told) return { kind: 'ambiguous' }
    byType.set(jsonType, told)
  }
  return { kind: 'told', byType }
}

function flatten(members: readonly TypeInfo[]): TypeInfo[] {
  return members.flatMap((member) => (member.kind === 'union' ? flatten(member.members) : [member]))
}

/** Returns undefined if no property distinguishes the members. */
export function taggedMembers(members: readonly TypeInfo[]): TaggedMembers | undefined {
  if (!members.every(({ kind }) => kind === 'class' || kind === 'object')) return undefined
  const found = discriminatorOf(members)
  return (
    found && {
      kind: 'tagged',
      property: found.name,
      members: members.map((type, index) => ({ type, values: found.values[index] ?? [] })),
    }
  )
}

function jsonTypesOf(type: TypeInfo): readonly JsonType[] {
  switch (type.kind) {
    case 'string':
    case 'template':
      return ['string']
    case 'number':
    case 'int':
      return ['number']
    case 'bigint':
      return ['number', 'string']
    case 'boolean':
      return ['boolean']
    case 'null':
    case 'void':
      return []
    case 'enum':
      return type.values.map((value) => typeof value as JsonType)
    case 'array':
    case 'tuple':
      return ['array']
    case 'object':
    case 'record':
      return ['object']
    case 'class':
      return scalarOf(type.class)?.plan.jsonTypes ?? (type.class ? ['object'] : everyType)
    case 'builtin':
      if (type.name === 'Set') return ['array']
      if (type.name === 'Map') return ['object']
      return isData(type) ? ['string'] : everyType
    default:
      return everyType
  }
}
