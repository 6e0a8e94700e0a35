/** JSON in which a `bigint` is a number when it is safe, else a string. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (error) {
    if (!(error instanceof TypeError) || !/bigint/iu.test(error.message)) throw error
    return JSON.stringify(value, writeBigint)
  }
}

function writeBigint(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}
