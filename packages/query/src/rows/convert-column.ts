import type { StandardSchemaV1, TypeInfo } from '@fw/core'
import { dayIn, dayOf, storedTimeOf } from './date-columns.ts'

/**
 * Converts a value from the driver to one that the hydrator accepts. Values that do not match are returned unchanged.
 */
export type Converter = (value: unknown) => unknown

/** Returns the converter for a declared type; undefined if values of that type are not converted. */
export function converterFor(type: TypeInfo): Converter | undefined {
  switch (type.kind) {
    case 'boolean':
      return toBoolean
    case 'number':
    case 'int':
      return toNumber
    case 'string':
    case 'template':
      return toText
    case 'builtin':
      return builtins[type.name]
    case 'array':
    case 'tuple':
    case 'record':
    case 'object':
    case 'class':
      return fromJson
    case 'schema':
      return convertToAccepted(type.schema as StandardSchemaV1)
    default:
      return undefined
  }
}

const builtins: Readonly<Partial<Record<string, Converter>>> = {
  Date: toDate,
  Map: fromJson,
  Set: fromJson,
  'Temporal.Instant': toInstant,
  'Temporal.PlainDate': toDay,
  'Temporal.PlainDateTime': toLocalTime,
}

function toBoolean(value: unknown): unknown {
  if (value === 1) return true
  return value === 0 ? false : value
}

/**
 * Converts decimals, which drivers return as strings because a number may not be precise enough. If a property is
 * declared as a number, digits may be lost.
 */
function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : value
}

function toText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return isDate(value) ? (dayOf(value) ?? value.toISOString()) : value
}

const time =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** Parses times in the formats of databases. A time without a zone is in UTC. */
function toDate(value: unknown): unknown {
  const parts = typeof value === 'string' ? time.exec(value) : null
  if (!parts) return value
  const [, day, clock = '00:00', zone = 'Z'] = parts
  const date = new Date(
    `${day}T${clock}${zone.replace(/^([+-]\d\d):?(\d\d)?$/, offsetWithMinutes)}`,
  )
  return Number.isNaN(date.getTime()) ? value : date
}

function toInstant(value: unknown): unknown {
  const date = toDate(value)
  return date instanceof Date ? date.toISOString() : value
}

/**
 * Returns the day of a DATE value. For other times, returns the UTC day if the time is midnight in UTC, otherwise the
 * stored day.
 */
function toDay(value: unknown): unknown {
  if (!isDate(value)) return value
  const isUtc = value.getTime() % 86_400_000 === 0
  return dayOf(value) ?? dayIn(isUtc ? value : storedTimeOf(value))
}

function toLocalTime(value: unknown): unknown {
  if (isDate(value)) return storedTimeOf(value).toISOString().slice(0, -1)
  return typeof value === 'string' ? value.replace(' ', 'T') : value
}

/** True for a valid date. Drivers return an invalid one for `0000-00-00`. */
function isDate(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime())
}

function offsetWithMinutes(_offset: string, hours: string, minutes = '00'): string {
  return `${hours}:${minutes}`
}

/** Returns a converter that tries several forms of the value, because only the schema knows which one it accepts. */
function convertToAccepted({ '~standard': standard }: StandardSchemaV1): Converter {
  const accepts = (value: unknown) => {
    const result = standard.validate(value)
    return 'value' in result && !result.issues
  }
  return (value) => {
    if (accepts(value)) return value
    const parsed = fromJson(value)
    const candidates = [parsed, toBoolean(value), toDate(value), toText(value)]
    return candidates.find(accepts) ?? (typeof parsed === 'object' ? parsed : value)
  }
}

/** Parses JSON, which databases without a JSON type return as a string. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
