import type { ValuePlan } from '../value-plan.ts'

export const stringPlan: ValuePlan = {
  jsonTypes: ['string'],
  message: 'must be a string.',
  test: (_code, value) => `typeof ${value} === 'string'`,
  cast: (value) => value,
  schema: () => ({ type: 'string' }),
}
