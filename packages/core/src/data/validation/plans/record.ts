import type { CodeWriter } from '../code-writer.ts'
import { isPlainObject } from '../plain-object.ts'
import { slotSchema } from '../schema/slot-schema.ts'
import type { JsonSchema } from '../json-schema.ts'
import { writeSlot } from '../write-slot.ts'
import type { Slot, ValuePlan } from '../value-plan.ts'
import { writeKey, type KeyPlan } from './keys.ts'

/** Plans an object whose keys all have the same type, and whose values all have the same type. */
export function record(keys: KeyPlan | undefined, values: Slot): ValuePlan {
  return {
    jsonTypes: ['object'],
    message: 'must be an object.',
    test: (code, value) => `${code.bind(isPlainObject)}(${value})`,
    constructs: values.plan.constructs === true,
    // fromEntries defines own properties, so a key "__proto__" stays a key.
    accept: (code, value, key) =>
      writeEntries(code, keys, values, value, key, (entries) => `Object.fromEntries(${entries})`),
    cast: (value) =>
      isPlainObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, entry]) => [key, values.plan.cast(entry)]),
          )
        : value,
    schema: (references) => entriesSchema(keys?.schema(references), slotSchema(values, references)),
  }
}

/** Returns the schema of an object from the schemas of its keys and values. */
export function entriesSchema(keys: JsonSchema | undefined, values: JsonSchema): JsonSchema {
  return { type: 'object', ...(keys && { propertyNames: keys }), additionalProperties: values }
}

/**
 * Returns code that checks all entries of `value`. `build` receives the list of entries as an expression and returns
 * the expression for the result.
 */
export function writeEntries(
  code: CodeWriter,
  keys: KeyPlan | undefined,
  values: Slot,
  value: string,
  key: string,
  build: (entries: string) => string,
): string {
  const entries = code.variable()
  const name = code.variable()
  const entry = code.variable()
  const path = code.variable()
  const mention = code.keyOf(key, `${code.bind(shorten)}(${name})`)
  return [
    `const ${entries} = [];`,
    `for (let ${name} of Object.keys(${value})) {`,
    `let ${entry} = ${value}[${name}];`,
    ...(keys ? [`const ${path} = ${mention};`, writeKey(code, keys, name, path)] : []),
    writeSlot(code, values, entry, keys ? path : mention),
    `${entries}.push([${name}, ${entry}]); }`,
    `${value} = ${build(entries)};`,
  ].join('\n')
}

/** Shortens a key for messages: keys come from the client, and each error below a key repeats it. */
function shorten(key: string): string {
  return key.length > 100 ? `${key.slice(0, 100)}…` : key
}
