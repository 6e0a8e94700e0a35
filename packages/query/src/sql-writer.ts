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

/** The statement under construction. Whoever writes a marker gives its value, so the two cannot part. */
export class SqlWriter implements Statement {
  text = ''
  recurs = true
  readonly params: Bindable[] = []
  readonly dialect: Dialect
  readonly #numberedMarkers: boolean

  constructor(dialect: Dialect, numberedMarkers = dialect.numberedMarkers) {
    this.dialect = dialect
    this.#numberedMarkers = numberedMarkers
  }

  name(name: string): void {
    this.text += this.dialect.quote(name)
  }

  bind(value: Bindable): void {
    const count = this.params.push(value)
    this.text += this.#numberedMarkers ? (numbered[count] ?? `$${count}`) : '?'
  }

  list<T>(items: readonly T[], write: (item: T) => void): void {
    for (let index = 0; index < items.length; index++) {
      if (index > 0) this.text += ', '
      write(items[index] as T)
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
