import type { Dialect } from './dialect.ts'
import type { Bindable } from './value.ts'

const numbered = Array.from({ length: 1024 }, (_, index) => `$${index}`)

/** The statement under construction. Whoever appends a marker pushes its value, so the two cannot part. */
export class SqlWriter {
  text = ''
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
}
