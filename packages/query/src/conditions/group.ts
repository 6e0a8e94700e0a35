import type { SqlWriter } from '../sql-writer.ts'
import { writeConditions, type Condition } from './condition.ts'

/** Conditions in parentheses. */
export class Group implements Condition {
  readonly or: boolean
  readonly #conditions: readonly Condition[]

  constructor(or: boolean, conditions: readonly Condition[]) {
    this.or = or
    this.#conditions = conditions
  }

  write(sql: SqlWriter): void {
    sql.text += '('
    writeConditions(sql, this.#conditions)
    sql.text += ')'
  }
}
