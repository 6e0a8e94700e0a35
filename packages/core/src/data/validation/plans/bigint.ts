import { withDigitRange } from '../schema/digit-range.ts'
import type { ValuePlan } from '../value-plan.ts'

const digits = /^-?\d+$/

export const bigintPlan: ValuePlan = {
  jsonTypes: ['number', 'string'],
  valueTypes: ['bigint'],
  code: 'type.bigint',
  message: 'must be an integer.',
  test: (code, value) => `${code.bind(isInteger)}(${value})`,
  accept: (_code, value) => `${value} = BigInt(${value});`,
  cast: (value) => value,
  schema: () => ({ type: ['integer', 'string'], pattern: digits.source }),
  publish: withDigitRange,
}

function isInteger(value: unknown): boolean {
  if (typeof value === 'string') return digits.test(value)
  return typeof value === 'bigint' || Number.isSafeInteger(value)
}
