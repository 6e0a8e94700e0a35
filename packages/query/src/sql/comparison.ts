import type { SqlWriter } from './sql-writer.ts'
import type { Bindable } from './value.ts'
import type { Condition } from './condition.ts'

/** `column operator ?`; the operator is SQL of the dialect, with its spaces. */
export class Comparison implements Condition {
  readonly or: boolean
  readonly #column: string
  readonly #operator: string
  readonly #value: Bindable

  constructor(or: boolean, column: string, operator: string, value: Bindable) {
    this.or = or
    this.#column = column
    this.#operator = operator
    this.#value = value
  }

  write(sql: SqlWriter): void {
    sql.text += sql.name(this.#column) + this.#operator + sql.marker(this.#value)
  }
}
