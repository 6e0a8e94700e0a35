import type { Row } from '../connection/connection.ts'

/** Drivers give 64-bit integers as text. Each becomes a number where that is exact, else a bigint. */
export function restoreIntegers(rows: readonly Row[], column: string): void {
  for (const row of rows) {
    const value = row[column]
    if (typeof value === 'string') row[column] = toInteger(value)
  }
}

/** The same for lists of integers, which may hold lists. */
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
