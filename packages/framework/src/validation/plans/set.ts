import { notUnique } from '../message.ts'
import type { Slot } from '../slot.ts'
import type { ValuePlan } from '../value-plan.ts'
import { list } from './list.ts'

/** Plans a `Set` of scalars, which is a list without repeats in JSON. */
export function set(item: Slot): ValuePlan {
  const plain = list(item)
  return {
    ...plain,
    test: (code, value) => `${value} instanceof Set || ${plain.test(code, value)}`,
    accept: (code, value, key) => {
      const repeats = `new Set(${value}).size !== ${value}.length`
      return [
        `if (!(${value} instanceof Set)) {`,
        `if (${repeats}) { ${code.fail(key, notUnique)} }`,
        plain.accept?.(code, value, key) ?? '',
        `${value} = new Set(${value}); }`,
      ].join('\n')
    },
    schema: (references) => ({ ...plain.schema(references), uniqueItems: true }),
  }
}
