import type { Dialect, Markers } from './dialect.ts'
import { InvalidQuery } from './errors.ts'
import type { Bindable } from './value.ts'

/** Text with markers, and the values in the order of the markers. */
export interface Statement {
  readonly text: string
  readonly params: readonly Bindable[]
  /** False for a text that is unlikely to come again, and so is not worth preparing by name. */
  readonly isReusable: boolean
}

/** A piece of a statement that writes itself. */
export interface SqlFragment {
  write(sql: SqlWriter): void
}

const numbered = Array.from({ length: 1024 }, (_, index) => `$${index}`)

/** A statement under construction. Whoever writes a marker has to give its value, so the two always match. */
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

  /** Adds a value and gives its marker. */
  marker(value: Bindable): string {
    // An empty list that grows reserves room for 17.
    if (this.params.length === 0) this.params = [value]
    else this.params.push(value)
    const count = this.params.length
    return this.#markers === 'numbered' ? (numbered[count] ?? `$${count}`) : '?'
  }

  name(name: string): string {
    return this.dialect.quote(name)
  }

  /** Writes fragments, and strings as names that may have an alias, with commas between. */
  list(items: readonly (SqlFragment | string)[]): void {
    for (let index = 0; index < items.length; index++) {
      const item = items[index] as SqlFragment | string
      if (index > 0) this.text += ', '
      if (typeof item === 'object') item.write(this)
      else this.text += this.dialect.quoteAliased(item)
    }
  }

  /** The statement. Nothing may be written after it. */
  finish(): Statement {
    const { text, params, isReusable } = this
    const { maxParameters, name } = this.dialect
    if (params.length > maxParameters) {
      throw new InvalidQuery(
        `The statement has ${params.length} values; ${name} takes at most ${maxParameters}. ` +
          'Split a long whereIn() list, or join a table that holds the values.',
      )
    }
    return { text, params, isReusable }
  }
}
