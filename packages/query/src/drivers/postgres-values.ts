import type { Row } from '../connection/connection.ts'
import { markDays, toLocal } from '../rows/date-columns.ts'
import type { Bindable } from '../sql/value.ts'
import { restoreIntegerLists, restoreIntegers } from './restore-integers.ts'

// Type numbers of the PostgreSQL protocol.
const int8 = 20
const int8List = 1016
const date = 1082

/**
 * Converts values for `pg`: lists and times become strings. The driver would omit the seconds that some historical
 * offsets have.
 */
export function toPostgresValues(values: readonly Bindable[]): readonly unknown[] {
  const isText = (value: Bindable) => isList(value) || value instanceof Date
  return values.some(isText)
    ? values.map((value) => (isText(value) ? toPostgresText(value as Date) : value))
    : values
}

/** Formats a value in PostgreSQL's text format. */
export function toPostgresText(value: Exclude<Bindable, null>): string {
  if (typeof value !== 'object') return String(value)
  if (isList(value)) return `{${value.map(toElement).join(',')}}`
  if (value instanceof Date) return toLocalTime(value)
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return String(value)
}

/**
 * Converts 64-bit integers, which the driver returns as strings, to numbers or bigints, also in lists. Marks the dates
 * in a DATE column, which the driver returns in the zone `dayZone`.
 */
export function restoreColumn(
  rows: readonly Row[],
  column: string,
  type: number,
  dayZone: 'local' | 'Z',
): void {
  if (type === int8) restoreIntegers(rows, column)
  else if (type === date) markDays(rows, column, dayZone)
  else if (type === int8List) restoreIntegerLists(rows, column)
}

function isList(value: Bindable): value is readonly Bindable[] {
  return Array.isArray(value)
}

function toElement(value: Bindable): string {
  if (value === null) return 'NULL'
  const text = toPostgresText(value)
  return isList(value) ? text : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/**
 * Formats local time with its offset: a column without a time zone stores the local time, and drivers read it as local.
 */
function toLocalTime(value: Date): string {
  const local = toLocal(value)
  const year = local.getUTCFullYear()
  const paddedYear = String(year < 1 ? 1 - year : year).padStart(4, '0')
  // The part after the year has a fixed length. The year has four digits, or six and a sign.
  const rest = local.toISOString().slice(-20, -1)
  const seconds = (local.getTime() - value.getTime()) / 1000
  const units = seconds % 60 === 0 ? [3600, 60] : [3600, 60, 1]
  const offset = units.map((unit) => Math.floor(Math.abs(seconds) / unit) % 60)
  const zone = offset.map((part) => String(part).padStart(2, '0')).join(':')
  return `${paddedYear}${rest}${seconds < 0 ? '-' : '+'}${zone}${year < 1 ? ' BC' : ''}`
}
