import { reflect } from '../../../base/reflection/reflect.ts'
import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import { describedClass, propertiesOf } from '../types/properties.ts'

/** The declaration of a value that `schemas.js` validates. */
export interface CheckedSlot {
  /** The location in messages, such as `CreateOrder.total`. */
  readonly location: string
  readonly type: TypeInfo
  readonly attributes: readonly object[]
  readonly mayBeAbsent: boolean
}

export interface CheckedField extends CheckedSlot {
  readonly name: string
}

/** Returns the fields of a class or structural type; an empty list for other types. */
export function checkedFields(type: TypeInfo, location: string): CheckedField[] {
  if (type.kind !== 'class' && type.kind !== 'object') return []
  const target = type.kind === 'class' ? describedClass(type, 'request') : undefined
  const parameters = target ? reflect(target).parameters : []
  return propertiesOf(type, 'request').map(({ name, type: each, isRequired }) => ({
    name,
    location: `${location}.${name}`,
    type: each,
    attributes: parameters.find((one) => one.name === name)?.attributes ?? [],
    mayBeAbsent: !isRequired,
  }))
}
