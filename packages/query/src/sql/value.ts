import type { Dialect } from './dialect.ts'
import { InvalidQuery } from './errors.ts'
import { Json } from './json.ts'

/** A value that can be passed to the driver. Lists are passed only to databases that support them. */
export type Bindable =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | Json
  | readonly Bindable[]

/** Returns the location of a value, for error messages. Called only if there is an error. */
type Location = () => string

/**
 * Checks a value with which a column is compared or set. Throws `InvalidQuery` for undefined, for lists, and for
 * objects that cannot be sent.
 */
export function toScalar(value: unknown, location: Location): Bindable {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
      return value
    case 'object':
      if (value === null || value instanceof Uint8Array || value instanceof Json) return value
      if (value instanceof Date) return validDate(value, location)
  }
  throw new InvalidQuery(`${location()}: ${rejectionReason(value)}`)
}

/** Checks a value that may be a list on PostgreSQL: in a raw fragment, for `= ANY(?)`, or after an array operator. */
export function toRawParameter(value: unknown, dialect: Dialect, location: Location): Bindable {
  if (!Array.isArray(value)) return toScalar(value, location)
  if (!dialect.lists) {
    throw new InvalidQuery(
      `${location()}: ${dialect.name} does not support lists. Write a placeholder for each value.`,
    )
  }
  return toList(value, location)
}

/**
 * Converts a value to be stored: plain objects and class instances become JSON, and so do lists if the database does
 * not support them.
 */
export function toStored(value: unknown, dialect: Dialect, location: Location): Bindable {
  if (typeof value !== 'object' || value === null) return toScalar(value, location)
  if (Array.isArray(value)) return dialect.lists ? toList(value, location) : toJson(value, location)
  return isRecord(value) ? toJson(value, location) : toScalar(value, location)
}

function toList(values: readonly unknown[], location: Location): Bindable[] {
  return values.map((value, index) => {
    const element = () => `${location()}, element ${index + 1}`
    if (Array.isArray(value)) return toList(value, element)
    if (isRecord(value)) {
      throw new InvalidQuery(
        `${element()} is an object. Wrap the list in json() for a JSON column.`,
      )
    }
    return toScalar(value, element)
  })
}

function toJson(value: unknown, location: Location): Json {
  try {
    return new Json(value)
  } catch (error) {
    throw new InvalidQuery(`${location()} cannot be converted to JSON: ${(error as Error).message}`)
  }
}

function validDate(value: Date, location: Location): Date {
  if (Number.isNaN(value.getTime())) throw new InvalidQuery(`${location()}: the date is invalid.`)
  return value
}

/**
 * Throws `InvalidQuery` if the database or its driver does not support the year. `local` has the year in its UTC
 * fields.
 */
export function requireSupportedYear(local: Date, minYear: number, database: string): void {
  const year = local.getUTCFullYear()
  if (year >= minYear && year <= 9999) return
  throw new InvalidQuery(
    `${database} supports times of the years ${minYear} to 9999, but one of the values is in ${year}.`,
  )
}

/** True for objects and class instances, except built-in kinds (Map, Promise, Temporal …). */
function isRecord(value: unknown): boolean {
  return !(value instanceof Json) && Object.prototype.toString.call(value) === '[object Object]'
}

function rejectionReason(value: unknown): string {
  if (value === undefined) return 'the value is undefined. Write null for NULL.'
  if (Array.isArray(value))
    return 'a list is not a single value. Use whereIn() to match one of several.'
  const kind = typeof value === 'object' ? value?.constructor?.name : typeof value
  return `a value of kind ${kind} cannot be sent. Convert it, or wrap it in json().`
}
