import { isTooDeep } from '../is-too-deep.ts'
import type { ValuePlan } from '../value-plan.ts'

export const unknownPlan: ValuePlan = {
  jsonTypes: ['string', 'number', 'boolean', 'object', 'array'],
  message: 'is required.',
  test: (_code, value) => `${value} !== undefined && ${value} !== null`,
  accept: (code, value, key) =>
    `if (${code.bind(isTooDeep)}(${value})) { ${code.fail(key, '"is nested too deeply."')} }`,
  cast: (value) => value,
  schema: () => ({}),
}
