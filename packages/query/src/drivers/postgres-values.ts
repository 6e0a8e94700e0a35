import type { Row } from '../connection/connection.ts'
import { noteDays } from '../rows/day-columns.ts'
import type { Bindable } from '../sql/value.ts'
import { restoreIntegerLists, restoreIntegers } from './restore-integers.ts'

// Numbers of types.
const int8 = 20
const int8List = 1016
const date = 1082

/** Values as `pg` takes them: lists become SQL arrays in their text form. */
export function toPostgresValues(values: readonly Bindable[]): readonly unknown[] {
  return values.some(Array.isArray)
    ? values.map((value) => (isList(value) ? toPostgresText(value) : value))
    : values
}

/** A value as PostgreSQL reads it. */
export function toPostgresText(value: Exclude<Bindable, null>): string {
  if (typeof value !== 'object') return String(value)
  if (isList(value)) return `{${value.map(toElement).join(',')}}`
  if (value instanceof Date) return toLocalTime(value)
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return String(value)
}

/** Turns a column that a driver leaves as text into numbers, and notes one of days, which it gives in `dayZone`. */
export function restoreColumn(
  rows: readonly Row[],
  column: string,
  type: number,
  dayZone: 'local' | 'Z',
): void {
  if (type === int8) restoreIntegers(rows, column)
  else if (type === date) noteDays(rows, column, dayZone)
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

/** Local time and its offset: a column without a zone keeps the local time, and drivers read it as that. */
function toLocalTime(value: Date): string {
  const minutes = -value.getTimezoneOffset()
  const local = new Date(value.getTime() + minutes * 60_000).toISOString().slice(0, -1)
  const offset = Math.abs(minutes)
  const hours = String(Math.floor(offset / 60)).padStart(2, '0')
  return `${local}${minutes < 0 ? '-' : '+'}${hours}:${String(offset % 60).padStart(2, '0')}`
}
