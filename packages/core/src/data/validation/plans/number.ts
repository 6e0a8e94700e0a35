import type { ValuePlan } from '../value-plan.ts'

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[Ee][+-]?\d+)?$/

export const numberPlan: ValuePlan = {
  jsonTypes: ['number'],
  message: 'must be a number.',
  test: (_code, value) => `Number.isFinite(${value})`,
  cast: castNumber,
  schema: () => ({ type: 'number' }),
}

export function castNumber(value: unknown): unknown {
  return typeof value === 'string' && decimal.test(value) ? Number(value) : value
}
