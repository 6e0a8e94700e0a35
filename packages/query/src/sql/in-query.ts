import type { Part, SqlWriter } from './sql-writer.ts'
import type { Condition } from './condition.ts'

/** `column IN (SELECT …)`. */
export class InQuery implements Condition {
  readonly or: boolean
  readonly #column: string
  readonly #not: boolean
  readonly #query: Part

  constructor(or: boolean, column: string, not: boolean, query: Part) {
    this.or = or
    this.#column = column
    this.#not = not
    this.#query = query
  }

  write(sql: SqlWriter): void {
    sql.text += sql.name(this.#column) + (this.#not ? ' NOT IN ' : ' IN ')
    this.#query.write(sql)
  }
}
