import type { Dialect, Markers } from './dialect.ts'
import { InvalidQuery } from './errors.ts'
import type { Bindable } from './value.ts'

/** SQL with markers, and the values in the order of the markers. */
export interface Statement {
  readonly text: string
  readonly params: readonly Bindable[]
  /** True if the SQL is likely to be used again, and so is worth preparing under a name. */
  readonly isReusable: boolean
}

/** A part of a query that can write its own SQL. */
export interface SqlFragment {
  write(sql: SqlWriter): void
}

const numbered = Array.from({ length: 1024 }, (_, index) => `$${index}`)

/** Builds the SQL of a query. Markers are only written together with their values, so their numbers always match. */
export class SqlWriter {
  text = ''
  params: Bindable[] = []
  isReusable = true
  readonly dialect: Dialect
  readonly #markers: Markers

  constructor(dialect: Dialect, markers: Markers = dialect.markers) {
    this.dialect = dialect
    this.#markers = markers
  }

  /** Adds a value and returns its marker. */
  marker(value: Bindable): string {
    // Adding to an empty list allocates space for 17 elements.
    if (this.params.length === 0) this.params = [value]
    else this.params.push(value)
    const count = this.params.length
    return this.#markers === 'numbered' ? (numbered[count] ?? `$${count}`) : '?'
  }

  name(name: string): string {
    return this.dialect.quote(name)
  }

  /** Writes fragments and names, separated by commas. Names may have an alias. */
  list(items: readonly (SqlFragment | string)[]): void {
    for (let index = 0; index < items.length; index++) {
      const item = items[index] as SqlFragment | string
      if (index > 0) this.text += ', '
      if (typeof item === 'object') item.write(this)
      else this.text += this.dialect.quoteAliased(item)
    }
  }

  /** Returns the finished query. The writer must not be used afterwards. */
  finish(): Statement {
    const { text, params, isReusable } = this
    const { maxParameters, name } = this.dialect
    if (params.length > maxParameters) {
      throw new InvalidQuery(
        `The query has ${params.length} values; ${name} takes at most ${maxParameters}. ` +
          'Split a long whereIn() list, or join a table that holds the values.',
      )
    }
    return { text, params, isReusable }
  }
}
