import { notUnique } from '../validation/message.ts'
import { list } from '../validation/plans/list.ts'
import type { Slot, ValuePlan } from '../validation/value-plan.ts'
import type { BuiltinType } from './builtin-type.ts'

/** A `Set` of scalars, which is an array without duplicates in JSON. */
export const set: BuiltinType = {
  jsonType: 'array',
  plan: ({ items }) => planOf(items()),
  jsonForm: ({ items }) => {
    const item = items()
    return (value) => (value instanceof Set ? [...value].map((each) => item(each)) : value)
  },
  client: { decoder: (items = '') => `runtime.set(${items})` },
}

function planOf(item: Slot): ValuePlan {
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
