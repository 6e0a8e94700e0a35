import type { Row } from '../connection/connection.ts'

const dayZones = new WeakMap<Date, string>()
const timeZones = new WeakMap<Date, string>()

/**
 * Marks the dates in a column as days. The driver returns a day as midnight in a time zone: `local`, `Z`, or an offset
 * such as `+02:00`. The dates themselves do not change.
 */
export function markDays(rows: readonly Row[], column: string, zone: string): void {
  mark(dayZones, rows, column, zone)
}

/** Marks the dates in a column of times without a zone, which the driver has read in a time zone. */
export function markTimes(rows: readonly Row[], column: string, zone: string): void {
  if (zone !== 'local') mark(timeZones, rows, column, zone)
}

function mark(
  zones: WeakMap<Date, string>,
  rows: readonly Row[],
  column: string,
  zone: string,
): void {
  for (const row of rows) {
    const value = row[column]
    if (value instanceof Date) zones.set(value, zone)
  }
}

/** Returns the day of a marked date, such as `2026-01-31`; undefined if the date is not marked. */
export function dayOf(value: Date): string | undefined {
  const zone = dayZones.get(value)
  if (zone === undefined) return undefined
  return dayIn(inZone(value, zone))
}

/**
 * Returns a date whose UTC fields are those that the database has stored. By default, drivers read times without a zone
 * as local.
 */
export function storedTimeOf(value: Date): Date {
  return inZone(value, timeZones.get(value) ?? 'local')
}

/**
 * Returns a date whose UTC fields are the fields of `value` in a time zone: `local`, `Z`, or an offset
 * such as `+02:00`.
 */
export function inZone(value: Date, zone: string): Date {
  return zone === 'local' ? toLocal(value) : new Date(value.getTime() + offsetOf(zone))
}

/** Returns the day of a date in UTC. */
export function dayIn(value: Date): string {
  const [day = ''] = value.toISOString().split('T')
  return day
}

/**
 * Returns a date whose UTC fields are the local fields of `value`. `getTimezoneOffset` would lose the seconds that some
 * historical offsets have.
 */
export function toLocal(value: Date): Date {
  const local = new Date(0)
  local.setUTCFullYear(value.getFullYear(), value.getMonth(), value.getDate())
  local.setUTCHours(
    value.getHours(),
    value.getMinutes(),
    value.getSeconds(),
    value.getMilliseconds(),
  )
  return local
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return sign === '-' ? -offset : offset
}
