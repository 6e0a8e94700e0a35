import type { CodeWriter } from '../code-writer.ts'
import { isPlainObject } from '../plain-object.ts'
import { slotSchema } from '../schema/slot-schema.ts'
import { writeSlot, type Slot } from '../slot.ts'
import type { ValuePlan } from '../value-plan.ts'

/** An object with any keys whose values are all of one type. */
export function record(values: Slot): ValuePlan {
  return {
    jsonTypes: ['object'],
    message: 'must be an object.',
    test: (code, value) => `${code.bind(isPlainObject)}(${value})`,
    isBuilt: values.plan.isBuilt === true,
    accept: (code, value, key) => writeEntries(code, values, value, key),
    cast: (value) =>
      isPlainObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, entry]) => [key, values.plan.cast(entry)]),
          )
        : value,
    schema: (references) => ({
      type: 'object',
      additionalProperties: slotSchema(values, references),
    }),
  }
}

function writeEntries(code: CodeWriter, values: Slot, value: string, key: string): string {
  const entries = code.variable()
  const name = code.variable()
  const entry = code.variable()
  return [
    `const ${entries} = [];`,
    `for (const ${name} of Object.keys(${value})) {`,
    `let ${entry} = ${value}[${name}];`,
    writeSlot(code, values, entry, code.keyOf(key, `${code.bind(shorten)}(${name})`)),
    `${entries}.push([${name}, ${entry}]); }`,
    // fromEntries defines own properties: a key "__proto__" stays a key.
    `${value} = Object.fromEntries(${entries});`,
  ].join('\n')
}

/** Keys come from outside, and each failure below one repeats it. */
function shorten(key: string): string {
  return key.length > 100 ? `${key.slice(0, 100)}…` : key
}
