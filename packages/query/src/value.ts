import { InvalidQuery } from './errors.ts'

/** A value as it travels to the driver. */
export type Bindable =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | Json
  | Bindable[]

/** A JSON document, see `json()`. */
export class Json {
  readonly text: string
  readonly value: unknown

  constructor(value: unknown) {
    this.text = JSON.stringify(value) as string
    this.value = value
  }

  /** Called by the `pg` driver. */
  toPostgres(): string {
    return this.text
  }
}

/** Marks a value as a JSON document, where a list or a string would otherwise be taken for itself. */
export function json(value: unknown): Json {
  return new Json(value)
}

/** Checks a value that a condition compares with. `place` starts the error's message. */
export function toScalar(value: unknown, place: () => string): Bindable {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
      return value
    case 'object':
      if (value === null || value instanceof Uint8Array || value instanceof Json) return value
      if (value instanceof Date) return validDate(value, place)
  }
  throw new InvalidQuery(`${place()}: ${describe(value)}`)
}

function validDate(value: Date, place: () => string): Date {
  if (Number.isNaN(value.getTime())) throw new InvalidQuery(`${place()}: the date is invalid.`)
  return value
}

function describe(value: unknown): string {
  if (value === undefined) return 'the value is undefined. Use null for NULL.'
  if (Array.isArray(value)) return 'a list is not a single value. Use whereIn().'
  return `${typeof value === 'object' ? 'an object' : `a ${typeof value}`} is not a value of a column.`
}
