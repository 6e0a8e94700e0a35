import { withHidden } from '../validation/shown-form.ts'

/** JSON in which a `bigint` is a number when it is safe, else a string. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (error) {
    if (!(error instanceof TypeError) || !/bigint/iu.test(error.message)) throw error
    return JSON.stringify(value, writeBigint)
  }
}

/** The same for what the application itself reads again: hidden fields are kept, computed ones left out. */
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
