import type { Slot } from '../../validation/slot.ts'
import { checkSlot } from '../check-slot.ts'
import type { Source } from './source.ts'

/** The value of the placeholder at `index` of the path. */
export function fromPath(name: string, slot: Slot, index: number): Source {
  const check = checkSlot(slot, name)
  const { plan } = slot
  return {
    kind: 'path',
    name,
    slot,
    read: (call) => check(plan.cast(call.pathValues[index]), call.errors),
  }
}
