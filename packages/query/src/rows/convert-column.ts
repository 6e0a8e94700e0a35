import type { TypeInfo } from 'fw'

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
      return type.name === 'Date' ? toDate : undefined
    case 'array':
    case 'tuple':
    case 'record':
    case 'object':
    case 'class':
      return fromJson
    default:
      return undefined
  }
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
  return value instanceof Date ? value.toISOString() : value
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

function offsetWithMinutes(_offset: string, hours: string, minutes = '00'): string {
  return `${hours}:${minutes}`
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
