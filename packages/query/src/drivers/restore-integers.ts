import type { Row } from '../connection/connection.ts'

/** Converts 64-bit integers, which drivers return as strings, to numbers if they are safe, otherwise to bigints. */
export function restoreIntegers(rows: readonly Row[], column: string): void {
  for (const row of rows) {
    const value = row[column]
    if (typeof value === 'string') row[column] = toInteger(value)
  }
}

/** Like `restoreIntegers`, for lists of integers, which may be nested. */
export function restoreIntegerLists(rows: readonly Row[], column: string): void {
  for (const row of rows) row[column] = toIntegers(row[column])
}

export function toInteger(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

function toIntegers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toIntegers)
  return typeof value === 'string' ? toInteger(value) : value
}
