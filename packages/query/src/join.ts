import { writeConditions, type Condition } from './conditions/condition.ts'
import { InvalidQuery } from './errors.ts'
import type { Part } from './query-state.ts'
import type { SqlWriter } from './sql-writer.ts'

const keywords = {
  inner: ' INNER JOIN ',
  left: ' LEFT JOIN ',
  right: ' RIGHT JOIN ',
  full: ' FULL JOIN ',
}

export type JoinType = keyof typeof keywords

export class Join implements Part {
  readonly #keyword: string
  readonly #table: string
  readonly #on: readonly Condition[]

  constructor(type: string, table: string, on: readonly Condition[]) {
    if (!Object.hasOwn(keywords, type)) {
      const allowed = Object.keys(keywords).join(', ')
      throw new InvalidQuery(`join(): ${JSON.stringify(type)} is no type of join. Use ${allowed}.`)
    }
    if (on.length === 0) throw new InvalidQuery(`join(${table}): there is no condition.`)
    this.#keyword = keywords[type as JoinType]
    this.#table = table
    this.#on = on
  }

  write(sql: SqlWriter): void {
    sql.text += this.#keyword + sql.dialect.quoteAliased(this.#table)
    sql.text += ' ON '
    writeConditions(sql, this.#on)
  }
}
