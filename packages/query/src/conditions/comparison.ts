import type { SqlWriter } from '../sql-writer.ts'
import type { Bindable } from '../value.ts'
import type { Condition } from './condition.ts'

/** `column operator ?`; the operator comes from the dialect's list. */
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
    sql.name(this.#column)
    sql.text += ` ${this.#operator} `
    sql.bind(this.#value)
  }
}
