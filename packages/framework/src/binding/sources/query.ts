import type { Slot } from '../../validation/slot.ts'
import { checkBody, checkSlot } from '../check-slot.ts'
import { nestFields } from '../nest-fields.ts'
import { toFields, valueOf } from '../read-query.ts'
import type { Source } from './source.ts'

/** The query value of the parameter's name; an object takes the whole query string. */
export function fromQuery(name: string, slot: Slot): Source {
  if (slot.plan.jsonTypes.length === 1 && slot.plan.jsonTypes[0] === 'object') {
    const check = checkBody(slot, name)
    return {
      kind: 'query',
      name,
      slot,
      read: (call) => check(slot.plan.cast(nestFields(toFields(call.query))), call.errors),
    }
  }
  // A missing query value is never an error: without a default it is null, or undefined where the
  // parameter is optional.
  const check = checkSlot({ ...slot, optional: true }, name)
  const missing = slot.optional ? undefined : null
  return {
    kind: 'query',
    name,
    slot,
    read: (call) => {
      const text = valueOf(call.query, name)
      return text === undefined ? missing : check(slot.plan.cast(text), call.errors)
    },
  }
}
