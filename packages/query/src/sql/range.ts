import type { SqlWriter } from './sql-writer.ts'
import type { Bindable } from './value.ts'
import type { Condition } from './condition.ts'

/** `column BETWEEN ? AND ?`, both ends included. */
export class Range implements Condition {
  readonly or: boolean
  readonly #column: string
  readonly #from: Bindable
  readonly #to: Bindable

  constructor(or: boolean, column: string, from: Bindable, to: Bindable) {
    this.or = or
    this.#column = column
    this.#from = from
    this.#to = to
  }

  write(sql: SqlWriter): void {
    sql.text += `${sql.name(this.#column)} BETWEEN ${sql.marker(this.#from)}`
    sql.text += ` AND ${sql.marker(this.#to)}`
  }
}
