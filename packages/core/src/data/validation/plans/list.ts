import type { CodeWriter } from '../code-writer.ts'
import { isPlainObject } from '../plain-object.ts'
import { slotSchema } from '../schema/slot-schema.ts'
import { writeSlot } from '../write-slot.ts'
import type { Slot, ValuePlan } from '../value-plan.ts'

/** Plans an array whose elements have the same type. */
export function list(item: Slot): ValuePlan {
  return {
    jsonTypes: ['array'],
    elements: [item.plan],
    message: 'must be an array.',
    test: (_code, value) => `Array.isArray(${value})`,
    constructs: item.plan.constructs === true,
    accept: (code, value, key) => writeElements(code, item, value, key),
    cast: (value) =>
      value === undefined || value === null
        ? value
        : present(elementsOf(value).map((element) => item.plan.cast(element))),
    schema: (references) => ({ type: 'array', items: slotSchema(item, references) }),
  }
}

/** Removes absent elements, such as a file input without a file; returns undefined if all elements are absent. */
function present(elements: readonly unknown[]): unknown[] | undefined {
  const found = elements.filter((element) => element !== undefined)
  return found.length > 0 || elements.length === 0 ? found : undefined
}

/** Returns the elements of a list in a form: repeated keys, `lines[0]` and `lines[1]`, or a single value. */
function elementsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (!isPlainObject(value)) return [value]
  const keys = Object.keys(value)
  if (!keys.every((key) => /^\d+$/u.test(key))) return [value]
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => value[key])
}

function writeElements(code: CodeWriter, item: Slot, value: string, key: string): string {
  const index = code.variable()
  const element = code.variable()
  const hydrated = code.variable()
  return [
    `const ${hydrated} = [];`,
    `for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {`,
    `let ${element} = ${value}[${index}];`,
    writeSlot(code, item, element, code.keyOf(key, index)),
    `${hydrated}.push(${element}); }`,
    `${value} = ${hydrated};`,
  ].join('\n')
}
