import type { Dialect } from './dialect.ts'
import { InvalidQuery } from './errors.ts'
import { scanFragment } from './scan-fragment.ts'
import type { SqlFragment, SqlWriter } from './sql-writer.ts'
import { toRawParameter, type Bindable } from './value.ts'

/** Raw SQL from the caller, with `?` for each value and `??` for a literal question mark. */
export class RawFragment implements SqlFragment {
  readonly #parts: readonly string[]
  readonly #values: readonly Bindable[]

  constructor(call: string, sql: string, params: readonly unknown[], dialect: Dialect) {
    if (typeof sql !== 'string') throw new InvalidQuery(`${call}(): the SQL must be a string.`)
    if (!Array.isArray(params)) {
      throw new InvalidQuery(`${call}(): the parameters must be a list, even of one value.`)
    }
    this.#parts = scanFragment(call, sql, dialect.name)
    const markers = this.#parts.length - 1
    if (markers !== params.length) {
      throw new InvalidQuery(
        `${call}(): the numbers of markers (${markers}) and parameters (${params.length}) must be equal. ` +
          `Write ?? for a question mark that is not a marker. SQL: ${sql}`,
      )
    }
    this.#values = params.map((value, index) =>
      toRawParameter(value, dialect, () => `${call}(): parameter ${index + 1}`),
    )
  }

  write(sql: SqlWriter): void {
    sql.text += this.#parts[0]
    for (let index = 0; index < this.#values.length; index++) {
      sql.text += sql.marker(this.#values[index] as Bindable) + this.#parts[index + 1]
    }
  }
}
