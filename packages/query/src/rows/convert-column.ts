import type { StandardSchemaV1, TypeInfo } from 'fw'
import { dayIn, dayOf, toLocal } from './day-columns.ts'

/** Turns a driver's value into one that the hydrator takes. A value that does not fit stays as it is. */
export type Converter = (value: unknown) => unknown

/** The converter for a declared type; undefined where drivers give that type themselves. */
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
      return toAccepted(type.schema as StandardSchemaV1)
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

/** Decimals come as text, because a number cannot hold them all. A field of type number accepts the loss. */
function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : value
}

function toText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return isDate(value) ? (dayOf(value) ?? value.toISOString()) : value
}

const time =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** Times as databases write them. One without a zone is in UTC. */
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

/** The day of a column of days; of any other time the day in UTC if that is its midnight, else the local one. */
function toDay(value: unknown): unknown {
  if (!isDate(value)) return value
  const isUtc = value.getTime() % 86_400_000 === 0
  return dayOf(value) ?? dayIn(isUtc ? value : toLocal(value))
}

/** Drivers take a time without a zone for a local one. */
function toLocalTime(value: unknown): unknown {
  if (isDate(value)) return toLocal(value).toISOString().slice(0, -1)
  return typeof value === 'string' ? value.replace(' ', 'T') : value
}

/** True for a date that has a time: drivers give an invalid one for `0000-00-00`. */
function isDate(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime())
}

function offsetWithMinutes(_offset: string, hours: string, minutes = '00'): string {
  return `${hours}:${minutes}`
}

/** Nobody but the schema knows which form it takes. */
function toAccepted({ '~standard': standard }: StandardSchemaV1): Converter {
  const accepts = (value: unknown) => {
    const result = standard.validate(value)
    return !(result instanceof Promise) && !result.issues
  }
  return (value) => {
    if (accepts(value)) return value
    const parsed = fromJson(value)
    const forms = [parsed, toBoolean(value), toDate(value), toText(value)]
    return forms.find(accepts) ?? (typeof parsed === 'object' ? parsed : value)
  }
}

/** Databases without a type for JSON give its text. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
