import { InvalidQuery } from './errors.ts'

/**
 * A JSON document for the database. It is serialized immediately, so later changes to the value
 * have no effect.
 */
export class Json {
  readonly #text: string

  constructor(value: unknown) {
    const text = JSON.stringify(value, keepHidden) as string | undefined
    if (text === undefined)
      throw new InvalidQuery(
        `json(): a value of type ${typeof value} has no JSON form. Pass null or a value that JSON supports.`,
      )
    this.#text = text
  }

  toString(): string {
    return this.#text
  }

  /** Returns the parsed document, for mysql2, which serializes objects itself. */
  toJSON(): unknown {
    return JSON.parse(this.#text)
  }

  /** Returns the JSON string, for `pg`. */
  toPostgres(): string {
    return this.#text
  }
}

/**
 * Keeps hidden properties, which responses leave out but the database must store. The framework marks the `toJSON`
 * methods that hide properties.
 */
function keepHidden(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key]
  const toJSON = (original as { toJSON?: unknown } | null | undefined)?.toJSON
  return typeof toJSON === 'function' && generatedKey in toJSON
    ? { ...(original as object) }
    : value
}

const generatedKey = Symbol.for('fw.generated-to-json')

/** Marks a list, a string or any other value as a JSON document: `json(['a', 'b'])`. */
export function json(value: unknown): Json {
  return new Json(value)
}
