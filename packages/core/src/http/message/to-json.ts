import { withHidden } from '../../data/validation/json-shape.ts'

/** Converts a value to JSON. A `bigint` is written as a number if that is safe, otherwise as a string. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (error) {
    if (!(error instanceof TypeError) || !/bigint/iu.test(error.message)) throw error
    return JSON.stringify(value, writeBigint)
  }
}

/** Converts a value to JSON that only the application reads: hidden fields are included, computed ones are not. */
export function toStoredJson(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'string') return JSON.stringify(value)
  return JSON.stringify(value, function (this: Record<string, unknown>, key, shown: unknown) {
    const original = this[key]
    const whole = withHidden(original)
    return writeBigint(key, whole === original ? shown : whole)
  })
}

function writeBigint(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}
