import type { Slot } from '../slot.ts'
import type { ValuePlan } from '../value-plan.ts'
import type { Keys } from './keys.ts'
import { record, writeEntries } from './record.ts'

/** Plans a `Map`, which is an object in JSON. */
export function map(keys: Keys | undefined, values: Slot): ValuePlan {
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
