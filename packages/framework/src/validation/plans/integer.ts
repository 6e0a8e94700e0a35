import type { ValuePlan } from '../value-plan.ts'

const digits = /^[+-]?\d+$/

export const integerPlan: ValuePlan = {
  jsonTypes: ['number'],
  message: 'must be an integer.',
  test: (_code, value) => `Number.isSafeInteger(${value})`,
  cast: (value) => (typeof value === 'string' && digits.test(value) ? Number(value) : value),
  schema: () => ({ type: 'integer' }),
}
