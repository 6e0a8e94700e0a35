import type { SqlWriter } from '../sql-writer.ts'
import type { Bindable } from '../value.ts'
import type { Condition } from './condition.ts'

/** `column IN (?, ?)`. A null in the list means `IS NULL`, which SQL's own IN would never match. */
export class InList implements Condition {
  readonly or: boolean
  readonly #column: string
  readonly #not: boolean
  readonly #values: readonly Bindable[]
  readonly #hasNull: boolean

  constructor(or: boolean, column: string, not: boolean, values: readonly Bindable[]) {
    this.or = or
    this.#column = column
    this.#not = not
    this.#hasNull = values.includes(null)
    this.#values = this.#hasNull ? values.filter((value) => value !== null) : values
  }

  write(sql: SqlWriter): void {
    if (this.#hasNull) {
      sql.text += '('
      this.#writeList(sql)
      sql.text += this.#not ? ' AND ' : ' OR '
      sql.name(this.#column)
      sql.text += this.#not ? ' IS NOT NULL)' : ' IS NULL)'
    } else {
      this.#writeList(sql)
    }
  }

  #writeList(sql: SqlWriter): void {
    if (this.#values.length === 0) {
      sql.text += this.#not ? '1 = 1' : '1 = 0'
      return
    }
    sql.name(this.#column)
    sql.text += this.#not ? ' NOT IN (' : ' IN ('
    for (let index = 0; index < this.#values.length; index++) {
      if (index > 0) sql.text += ', '
      sql.bind(this.#values[index] as Bindable)
    }
    sql.text += ')'
  }
}
