import type { SqlWriter } from './sql-writer.ts'
import type { Condition } from './condition.ts'

/** `column operator column`. */
export class ColumnComparison implements Condition {
  readonly or: boolean
  readonly #first: string
  readonly #operator: string
  readonly #second: string

  constructor(or: boolean, first: string, operator: string, second: string) {
    this.or = or
    this.#first = first
    this.#operator = operator
    this.#second = second
  }

  write(sql: SqlWriter): void {
    sql.text += sql.name(this.#first) + this.#operator + sql.name(this.#second)
  }
}
