import type { ValuePlan } from '../validation/value-plan.ts'
import type { BuiltinType } from './builtin-type.ts'

const dateTime =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const plan: ValuePlan = {
  jsonTypes: ['string'],
  valueTypes: ['date'],
  code: 'type.date',
  message: 'must be a date-time.',
  test: (code, value) => `${code.bind(isDateTime)}(${value})`,
  accept: (_code, value) =>
    `if (typeof ${value} === 'string') ${value} = new Date(${value}.toUpperCase());`,
  cast: (value) => value,
  // The pattern excludes strings that other parsers accept as "date-time": a leap second, or a space instead of the T.
  schema: () => ({ type: 'string', format: 'date-time', pattern: dateTime.source }),
}

export const date: BuiltinType = {
  jsonType: 'string',
  plan: () => plan,
  client: { decoder: () => 'runtime.date' },
}

/** True for a real day and time with seconds and offset, as an RFC 3339 string or a valid `Date`. */
export function isDateTime(value: unknown): boolean {
  if (typeof value !== 'string') return value instanceof Date && !Number.isNaN(value.getTime())
  const parts = dateTime.exec(value)
  return parts !== null && Number(parts[3]) <= daysInMonth(Number(parts[1]), Number(parts[2]))
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
