import type { Slot } from '../../validation/slot.ts'
import { checkBody } from '../check-slot.ts'
import type { Source } from './source.ts'

/** The whole decoded body. */
export function fromBody(name: string, slot: Slot): Source {
  const check = checkBody(slot, name)
  return {
    kind: 'body',
    name,
    slot,
    read: ({ body, errors }) =>
      check(body?.isText ? slot.plan.cast(body.value) : body?.value, errors),
  }
}
