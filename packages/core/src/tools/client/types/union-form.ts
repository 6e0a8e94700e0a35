import type { Literal, TypeInfo } from '../../../base/reflection/type-info.ts'
import { fold, type TypeCases } from '../../../base/reflection/type-tree.ts'
import { builtins } from '../../../data/builtins/builtins.ts'
import { discriminatorOf } from '../../../data/schema/response-union.ts'
import { scalarOf } from '../../../data/hydration/scalar.ts'
import { isConverted } from './conversions.ts'

type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object'

const everyType: readonly JsonType[] = ['string', 'number', 'boolean', 'array', 'object']

/** The way to detect which member of a union a JSON value belongs to. */
export type UnionForm =
  | { readonly kind: 'ambiguous' }
  | {
      readonly kind: 'distinct'
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
    const found = members.filter((member) => fold(member, jsonTypes).includes(jsonType))
    const [only] = found
    if (!only || !found.some(isConverted)) continue
    const distinct = found.length === 1 ? only : taggedMembers(found)
    if (!distinct) return { kind: 'ambiguous' }
    byType.set(jsonType, distinct)
  }
  return { kind: 'distinct', byType }
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

const constant = (type: JsonType) => () => [type]
const none = () => []

const jsonTypes: TypeCases<readonly JsonType[]> = {
  string: constant('string'),
  template: constant('string'),
  number: constant('number'),
  int: constant('number'),
  bigint: () => ['number', 'string'],
  boolean: constant('boolean'),
  null: none,
  void: none,
  enum: ({ values }) => values.map((value) => typeof value as JsonType),
  array: constant('array'),
  tuple: constant('array'),
  object: constant('object'),
  record: constant('object'),
  class: ({ class: target }) =>
    scalarOf(target)?.plan.jsonTypes ?? (target ? ['object'] : everyType),
  builtin: ({ name }) => {
    const { jsonType } = builtins[name]
    return jsonType ? [jsonType] : everyType
  },
  other: () => everyType,
}
