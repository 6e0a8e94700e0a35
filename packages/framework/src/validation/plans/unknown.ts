import type { ValuePlan } from '../value-plan.ts'

export const unknownPlan: ValuePlan = {
  jsonTypes: ['string', 'number', 'boolean', 'object', 'array'],
  message: 'is required.',
  test: (_code, value) => `${value} !== undefined && ${value} !== null`,
  cast: (value) => value,
  schema: () => ({}),
}
