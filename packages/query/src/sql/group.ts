import type { Part, SqlWriter } from './sql-writer.ts'
import { writeConditions, type Condition } from './condition.ts'

/** Something in parentheses: conditions of their own, or a raw fragment. */
export class Group implements Condition {
  readonly or: boolean
  readonly #content: Part

  constructor(or: boolean, content: Part) {
    this.or = or
    this.#content = content
  }

  static of(or: boolean, conditions: readonly Condition[]): Group {
    return new Group(or, { write: (sql) => writeConditions(sql, conditions) })
  }

  write(sql: SqlWriter): void {
    sql.text += '('
    this.#content.write(sql)
    sql.text += ')'
  }
}
