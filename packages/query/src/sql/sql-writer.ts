import type { Dialect } from './dialect.ts'
import { InvalidQuery } from './errors.ts'
import type { Bindable } from './value.ts'

/** Text with markers, and the values in the order of the markers. */
export interface Statement {
  readonly text: string
  readonly params: readonly Bindable[]
  /** False for a text that will hardly come again, which is then not worth preparing by name. */
  readonly recurs: boolean
}

const numbered = Array.from({ length: 1024 }, (_, index) => `$${index}`)

/** A piece of a statement that writes itself. */
export interface Part {
  write(sql: SqlWriter): void
}

/** The statement under construction. A marker is only to be had for its value, so the two cannot part. */
export class SqlWriter implements Statement {
  text = ''
  recurs = true
  params: Bindable[] = []
  readonly dialect: Dialect
  readonly #numberedMarkers: boolean

  constructor(dialect: Dialect, numberedMarkers = dialect.numberedMarkers) {
    this.dialect = dialect
    this.#numberedMarkers = numberedMarkers
  }

  /** The marker of a value, which takes the value's place in the text. */
  marker(value: Bindable): string {
    // A list that grows from nothing reserves room for 17.
    if (this.params.length === 0) this.params = [value]
    else this.params.push(value)
    const count = this.params.length
    return this.#numberedMarkers ? (numbered[count] ?? `$${count}`) : '?'
  }

  name(name: string): string {
    return this.dialect.quote(name)
  }

  /** Writes parts, and strings as names that may have an alias, with commas between. */
  list(items: readonly (Part | string)[]): void {
    for (let index = 0; index < items.length; index++) {
      const item = items[index] as Part | string
      if (index > 0) this.text += ', '
      if (typeof item === 'object') item.write(this)
      else this.text += this.dialect.quoteAliased(item)
    }
  }

  finish(): Statement {
    const { maxParameters, name } = this.dialect
    if (this.params.length > maxParameters) {
      throw new InvalidQuery(
        `The statement has ${this.params.length} values; ${name} takes at most ${maxParameters}. ` +
          'Split a long whereIn() list, or join a table that holds the values.',
      )
    }
    return this
  }
}
