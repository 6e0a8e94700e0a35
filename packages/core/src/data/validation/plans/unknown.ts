import { tooDeep } from '../message.ts'
import { isTooDeep } from '../plain-object.ts'
import type { ValuePlan } from '../value-plan.ts'

export const unknownPlan: ValuePlan = {
  jsonTypes: ['string', 'number', 'boolean', 'object', 'array'],
  code: 'required',
  message: 'is required.',
  test: (_code, value) => `${value} !== undefined && ${value} !== null`,
  accept: (code, value, key) =>
    `if (${code.bind(isTooDeep)}(${value})) { ${code.fail(key, tooDeep)} }`,
  cast: (value) => value,
  schema: () => ({}),
}
