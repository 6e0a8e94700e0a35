import type { KeyPlan } from '../validation/plans/keys.ts'
import { record, writeEntries } from '../validation/plans/record.ts'
import type { Slot, ValuePlan } from '../validation/value-plan.ts'
import type { BuiltinType } from './builtin-type.ts'

/** A `Map`, which is an object in JSON. */
export const map: BuiltinType = {
  jsonType: 'object',
  plan: ({ keys, values }) => planOf(keys(), values()),
  jsonForm: ({ values }) => {
    const form = values()
    return (value) => (value instanceof Map ? toObject([...value], form) : value)
  },
  client: {
    decoder: (keys, values = keys && 'runtime.same') =>
      `runtime.map(${[values, keys].filter(Boolean).join(', ')})`,
  },
}

/** Returns an object with the entries. Defines own properties, so a key "__proto__" stays a key. */
export function toObject(
  entries: readonly (readonly [unknown, unknown])[],
  form: (value: unknown) => unknown,
): object {
  return Object.fromEntries(entries.map(([key, value]) => [String(key), form(value)]))
}

function planOf(keys: KeyPlan | undefined, values: Slot): ValuePlan {
  const plain = record(keys, values)
  return {
    ...plain,
    test: (code, value) => `${value} instanceof Map || ${plain.test(code, value)}`,
    accept: (code, value, key) =>
      `if (!(${value} instanceof Map)) { ${writeEntries(code, keys, values, value, key, toMap)} }`,
  }
}

function toMap(entries: string): string {
  return `new Map(${entries})`
}
