import type { TypeInfo } from '../../base/reflection/type-info.ts'
import { isStructured } from '../hydration/scalar.ts'
import { isBare } from '../validation/shown-form.ts'

type Form = (value: unknown) => unknown

/** A member of a union and its conversion to JSON. */
export interface FormedMember {
  readonly type: TypeInfo
  readonly form: Form
  /** The properties of a class. */
  readonly properties: readonly { readonly name: string; readonly isRequired: boolean }[]
}

/**
 * Returns the conversion of a union to JSON. An object is converted as its class or, because types such as `Pick` omit
 * properties, as all members that it matches. Other values are converted as all members.
 */
export function unionJsonForm(members: readonly FormedMember[]): Form {
  const all: Form = (value) => members.reduce((formed, { form }) => form(formed), value)
  const objects = members.filter(({ type }) => isStructured(type))
  if (objects.length < 2 || !objects.some(({ type }) => isAlone(type))) return all
  return (value) => {
    if (!isBare(value)) return all(value)
    const own = objects.find(({ type }) => isInstance(value, type))
    const fitting = own ? [own] : objects.filter((member) => fits(value, member))
    const formed = fitting.map(({ form }) => form(value) as object)
    if (formed.length < 2) return formed[0] ?? all(value)
    return Object.fromEntries(formed.flatMap((each) => Object.entries(each)))
  }
}

function isAlone(type: TypeInfo): boolean {
  return type.kind === 'object' && type.alone === true
}

function isInstance(value: object, type: TypeInfo): boolean {
  return type.kind === 'class' && type.class !== undefined && value instanceof type.class
}

/** True if an object has the properties that a member requires. */
function fits(value: object, { type, properties }: FormedMember): boolean {
  const given = value as Readonly<Record<string, unknown>>
  if (type.kind !== 'object') {
    return properties.every(({ name, isRequired }) => !isRequired || name in value)
  }
  return type.properties.every(({ name, optional, type: each }) => {
    if (!(name in value)) return optional === true
    return each.kind !== 'enum' || isOneOf(given[name], each)
  })
}

function isOneOf(value: unknown, { values, nullable }: Extract<TypeInfo, { kind: 'enum' }>) {
  return (
    value === undefined || (value === null && nullable) || values.some((each) => each === value)
  )
}
