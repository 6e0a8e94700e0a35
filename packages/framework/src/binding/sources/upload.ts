import type { TypeInfo } from '../../reflection/type-info.ts'
import type { Slot } from '../../validation/slot.ts'
import { checkSlot } from '../check-slot.ts'
import type { Source } from './source.ts'

export function isUpload(type: TypeInfo): boolean {
  if (type.kind === 'array') return isUpload(type.items)
  return type.kind === 'builtin' && type.name === 'File'
}

/** The uploaded file of the parameter's name, or all of them for a list. */
export function fromUpload(name: string, slot: Slot): Source {
  const check = checkSlot(slot, name)
  const missing = slot.nullable && !slot.optional ? null : undefined
  return {
    kind: 'upload',
    name,
    slot,
    read: ({ body, errors }) => {
      const fields = body?.isText ? (body.value as Record<string, unknown>) : {}
      return check(slot.plan.cast(fields[name] ?? missing), errors)
    },
  }
}
