import { CodeWriter, lazily } from '../../data/validation/code-writer.ts'
import type { ValidationErrors } from '../../data/validation/validation-errors.ts'
import { writeSlot } from '../../data/validation/write-slot.ts'
import type { Slot } from '../../data/validation/value-plan.ts'

/** Validates a value and returns its hydrated form. Errors are added as alternating keys and messages. */
export type Check = (value: unknown, errors: ValidationErrors) => unknown

/** Creates a validator whose messages have the key `name`, or for nested values a key such as `name.0`. */
export function checkSlot(slot: Slot, name: string): Check {
  return lazily(() => compile(slot, name, JSON.stringify(name)))
}

/**
 * Creates a validator for a whole body. Messages about its fields have the keys of the fields, others have the key
 * `name`.
 */
export function checkBody(slot: Slot, name: string): Check {
  return lazily(() => compile(slot, name, ''))
}

function compile(slot: Slot, name: string, key: string): Check {
  const code = new CodeWriter(name)
  const body = `const depth = 0;\n${writeSlot(code, slot, 'value', key)}\nreturn value;`
  return code.compile('value, errors', body)
}
