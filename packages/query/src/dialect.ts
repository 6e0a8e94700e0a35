import { InvalidQuery } from './errors.ts'

export type DialectName = 'postgres' | 'mysql' | 'sqlite'

/** What the compiler has to know about a database. */
export interface DialectFacts {
  readonly name: DialectName
  readonly quoteMark: '"' | '`'
  /** `$1`, `$2` instead of `?`. */
  readonly numberedMarkers: boolean
  readonly maxParameters: number
  /** Operators of `where` beside those that every database has. */
  readonly operators: readonly string[]
  /** Whether a write can give rows back. */
  readonly returning: boolean
}

const commonOperators = ['=', '!=', '<>', '<', '<=', '>', '>=', 'LIKE', 'NOT LIKE']
const maxCachedNames = 2000

export class Dialect {
  readonly name: DialectName
  readonly numberedMarkers: boolean
  readonly maxParameters: number
  readonly returning: boolean
  readonly #quoteMark: string
  readonly #quotedNames = new Map<string, string>()
  readonly #operators: Map<string, string>

  constructor(facts: DialectFacts) {
    this.name = facts.name
    this.numberedMarkers = facts.numberedMarkers
    this.maxParameters = facts.maxParameters
    this.returning = facts.returning
    this.#quoteMark = facts.quoteMark
    this.#operators = new Map()
    for (const operator of [...commonOperators, ...facts.operators]) {
      this.#operators.set(operator, operator).set(operator.toLowerCase(), operator)
    }
  }

  /** Quotes each segment of `table`, `schema.table` or `table.column`. */
  quote(name: string): string {
    return this.#quotedNames.get(name) ?? this.#remember(name, this.#quoteSegments(name))
  }

  /** Like `quote`, for a place that allows `name as alias`, and `*` where all columns can stand. */
  quoteAliased(name: string, star: boolean): string {
    const key = star ? `* ${name}` : ` ${name}`
    const known = this.#quotedNames.get(key)
    if (known !== undefined) return known
    const alias = typeof name === 'string' ? /^(.+?)\s+as\s+(.+)$/is.exec(name) : null
    const quoted = alias
      ? `${this.#quoteSegments(alias[1] as string)} AS ${this.#quoteSegment(alias[2] as string)}`
      : star && (name === '*' || name.endsWith?.('.*'))
        ? name
            .slice(0, -1)
            .split('.')
            .slice(0, -1)
            .map((part) => `${this.#quoteSegment(part)}.`)
            .join('') + '*'
        : this.#quoteSegments(name)
    return this.#remember(key, quoted)
  }

  /** The operator's SQL text. Throws `InvalidQuery` for anything that is not on the list. */
  operator(operator: string): string {
    const known =
      this.#operators.get(operator) ?? this.#operators.get(String(operator).toUpperCase())
    if (known === undefined) {
      const allowed = [...new Set(this.#operators.values())].join(' ')
      throw new InvalidQuery(
        `${JSON.stringify(operator)} is not an operator of ${this.name}. Use one of: ${allowed}`,
      )
    }
    return known
  }

  #quoteSegments(name: string): string {
    if (typeof name !== 'string')
      throw new InvalidQuery(`A name must be a string, not ${typeof name}.`)
    return name.includes('.')
      ? name
          .split('.')
          .map((segment) => this.#quoteSegment(segment))
          .join('.')
      : this.#quoteSegment(name)
  }

  #quoteSegment(segment: string): string {
    if (segment === '' || segment.includes('\0')) {
      throw new InvalidQuery(
        `${JSON.stringify(segment)} is not a name: it is empty or holds a NUL character.`,
      )
    }
    const mark = this.#quoteMark
    return mark + segment.replaceAll(mark, mark + mark) + mark
  }

  // Names can come from outside, so the cache is emptied before it grows without end.
  #remember(key: string, quoted: string): string {
    if (this.#quotedNames.size >= maxCachedNames) this.#quotedNames.clear()
    this.#quotedNames.set(key, quoted)
    return quoted
  }
}
