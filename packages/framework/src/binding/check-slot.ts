import { CodeWriter, lazily } from '../validation/code-writer.ts'
import type { Findings } from '../validation/run-checks.ts'
import { writeSlot, type Slot } from '../validation/slot.ts'

/** Checks one value and gives its hydrated form; failures are pushed as key, message. */
export type Check = (value: unknown, errors: Findings) => unknown

/** A check whose messages stand under `name`. */
export function checkSlot(slot: Slot, name: string): Check {
  return compiled(slot, JSON.stringify(name), name)
}

/** A check of a whole body: messages about its inside stand under their own keys, others under `name`. */
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
