import type { Row } from '../connection.ts'

/** Drivers give 64-bit integers as text; this makes each a number where that is exact, else a bigint. */
export function restoreIntegers(rows: readonly Row[], column: string): void {
  for (const row of rows) {
    const value = row[column]
    if (typeof value === 'string') row[column] = toInteger(value)
  }
}

export function toInteger(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}
