import { CodeWriter, lazily } from '../../data/validation/code-writer.ts'
import type { Findings } from '../../data/validation/findings.ts'
import { writeSlot } from '../../data/validation/write-slot.ts'
import type { Slot } from '../../data/validation/value-plan.ts'

/** Validates a value and returns its hydrated form. Errors are added as alternating keys and messages. */
export type Check = (value: unknown, errors: Findings) => unknown

/** Creates a validator whose messages have the key `name`. */
export function checkSlot(slot: Slot, name: string): Check {
  return compiled(slot, JSON.stringify(name), name)
}

/**
 * Creates a validator for a whole body. Messages about its fields have the keys of the fields, others have the key
 * `name`.
 */
export function checkBody(slot: Slot, name: string): Check {
  return compiled(slot, '', name)
}

function compiled(slot: Slot, key: string, name: string): Check {
  const compile = (): Check => {
    const code = new CodeWriter(name)
    const body = `const depth = 0;\n${writeSlot(code, slot, 'value', key)}\nreturn value;`
    return code.compile('value, errors', body)
  }
  let check: Check
  lazily(compile, (ready) => (check = ready))
  return (value, errors) => check(value, errors)
}
