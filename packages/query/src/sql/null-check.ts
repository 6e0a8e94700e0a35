import type { SqlWriter } from './sql-writer.ts'
import type { Condition } from './condition.ts'

/** `column IS NULL` or `column IS NOT NULL`. */
export class NullCheck implements Condition {
  readonly or: boolean
  readonly #column: string
  readonly #not: boolean

  constructor(or: boolean, column: string, not: boolean) {
    this.or = or
    this.#column = column
    this.#not = not
  }

  write(sql: SqlWriter): void {
    sql.text += sql.name(this.#column) + (this.#not ? ' IS NOT NULL' : ' IS NULL')
  }
}
