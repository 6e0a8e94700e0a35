import type { Literal } from '../../../base/reflection/type-info.ts'
import type { JsonType, ValuePlan } from '../value-plan.ts'
import { castBoolean } from './boolean.ts'
import { castNumber } from './number.ts'

/** Plans a literal, a union of literals, or an enum. */
export function enumeration(values: readonly Literal[]): ValuePlan {
  const jsonTypes = [...new Set(values.map((value) => typeof value as JsonType))]
  const isWhole = values.every(Number.isInteger)
  return {
    jsonTypes,
    literals: values,
    code: 'in',
    parameters: { choices: values.join(', ') },
    message: `must be one of: ${values.join(', ')}.`,
    test: (code, value) =>
      values.length > 8
        ? `${code.bind(new Set(values))}.has(${value})`
        : values.map((literal) => `${value} === ${JSON.stringify(literal)}`).join(' || '),
    cast: (value) =>
      values.find((literal) => literal === value) ??
      values.find((literal) => literal === castNumber(value)) ??
      values.find((literal) => literal === castBoolean(value)) ??
      value,
    schema: () => ({
      ...(jsonTypes.length === 1 ? { type: isWhole ? 'integer' : jsonTypes[0] } : {}),
      ...(values.length === 1 ? { const: values[0] } : { enum: values }),
    }),
  }
}
