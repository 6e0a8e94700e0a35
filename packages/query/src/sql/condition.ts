import type { Part, SqlWriter } from './sql-writer.ts'

/** One condition of a list; `or` says how it is joined to those before it. */
export interface Condition extends Part {
  readonly or: boolean
}

export function writeConditions(sql: SqlWriter, conditions: readonly Condition[]): void {
  for (let index = 0; index < conditions.length; index++) {
    const condition = conditions[index] as Condition
    if (index > 0) sql.text += condition.or ? ' OR ' : ' AND '
    condition.write(sql)
  }
}
