import type { Part, SqlWriter } from './sql-writer.ts'
import type { Condition } from './condition.ts'

/** `EXISTS (SELECT …)`. */
export class Existence implements Condition {
  readonly or: boolean
  readonly #not: boolean
  readonly #query: Part

  constructor(or: boolean, not: boolean, query: Part) {
    this.or = or
    this.#not = not
    this.#query = query
  }

  write(sql: SqlWriter): void {
    sql.text += this.#not ? 'NOT EXISTS ' : 'EXISTS '
    this.#query.write(sql)
  }
}
