import { InvalidQuery } from './errors.ts'

/** A JSON document for the database. Its text is made at once, so later changes to the value do not matter. */
export class Json {
  readonly #text: string

  constructor(value: unknown) {
    const text = JSON.stringify(value, keepHidden) as string | undefined
    if (text === undefined) throw new InvalidQuery(`json(): JSON has no ${typeof value}.`)
    this.#text = text
  }

  toString(): string {
    return this.#text
  }

  /** For drivers that write JSON themselves: postgres.js and mysql2. */
  toJSON(): unknown {
    return JSON.parse(this.#text)
  }

  /** For `pg`. */
  toPostgres(): string {
    return this.#text
  }
}

/** What answers hide of an object is stored. The framework marks the `toJSON` that hides it. */
function keepHidden(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key]
  const form = (original as { toJSON?: unknown } | null | undefined)?.toJSON
  return typeof form === 'function' && shownForm in form ? { ...(original as object) } : value
}

const shownForm = Symbol.for('fw.shown-form')

/** Marks a list, a string or any other value as a JSON document: `json(['a', 'b'])`. */
export function json(value: unknown): Json {
  return new Json(value)
}
