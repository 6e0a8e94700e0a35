import type { ValuePlan } from '../value-plan.ts'

export const booleanPlan: ValuePlan = {
  jsonTypes: ['boolean'],
  message: 'must be a boolean.',
  test: (_code, value) => `typeof ${value} === 'boolean'`,
  cast: castBoolean,
  schema: () => ({ type: 'boolean' }),
}

export function castBoolean(value: unknown): unknown {
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  return value
}
