import type { TypeInfo } from '../../base/reflection/type-info.ts'
import { isStructured } from '../hydration/scalar.ts'
import { isJsonObject } from '../validation/json-shape.ts'

type Form = (value: unknown) => unknown

/** A member of a union and its conversion to JSON. */
export interface UnionMember {
  readonly type: TypeInfo
  readonly form: Form
  /** The properties of a member that is a class; empty for other members. */
  readonly properties: readonly { readonly name: string; readonly isRequired: boolean }[]
}

/**
 * Returns the conversion of a union to JSON, which applies the conversions of all members in turn. If a member is
 * `Pick` or `Omit` of a class, an object is converted only by the member that is its class, or else by the members
 * that it matches.
 */
export function unionJsonForm(members: readonly UnionMember[]): Form {
  const convertAll: Form = (value) => members.reduce((formed, { form }) => form(formed), value)
  const objects = members.filter(({ type }) => isStructured(type))
  if (objects.length < 2 || !objects.some(({ type }) => isAlone(type))) return convertAll
  return (value) => {
    if (!isJsonObject(value)) return convertAll(value)
    const ownMember = objects.find(({ type }) => isInstance(value, type))
    const matching = ownMember ? [ownMember] : objects.filter((member) => matches(value, member))
    const formed = matching.map(({ form }) => form(value) as object)
    if (formed.length < 2) return formed[0] ?? convertAll(value)
    return Object.fromEntries(formed.flatMap((each) => Object.entries(each)))
  }
}

function isAlone(type: TypeInfo): boolean {
  return type.kind === 'object' && type.alone === true
}

function isInstance(value: object, type: TypeInfo): boolean {
  return type.kind === 'class' && type.class !== undefined && value instanceof type.class
}

/** True if an object has the properties that a member requires, with the literals that the member declares. */
function matches(value: object, { type, properties }: UnionMember): boolean {
  const record = value as Readonly<Record<string, unknown>>
  if (type.kind !== 'object') {
    return properties.every(({ name, isRequired }) => !isRequired || name in value)
  }
  return type.properties.every(({ name, optional, type: each }) => {
    if (!(name in value)) return optional === true
    return each.kind !== 'enum' || isOneOf(record[name], each)
  })
}

function isOneOf(value: unknown, { values, nullable }: Extract<TypeInfo, { kind: 'enum' }>) {
  return (
    value === undefined || (value === null && nullable) || values.some((each) => each === value)
  )
}
