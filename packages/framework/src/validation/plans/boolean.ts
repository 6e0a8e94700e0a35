import type { ValuePlan } from '../value-plan.ts'

const words = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

export const booleanPlan: ValuePlan = {
  jsonTypes: ['boolean'],
  message: 'must be a boolean.',
  test: (_code, value) => `typeof ${value} === 'boolean'`,
  cast: castBoolean,
  schema: () => ({ type: 'boolean' }),
}

export function castBoolean(value: unknown): unknown {
  return words.get(value as string) ?? value
}
