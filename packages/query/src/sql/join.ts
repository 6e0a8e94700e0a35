import { writeConditions, type Condition } from './condition.ts'
import type { Dialect } from './dialect.ts'
import { InvalidQuery, NotSupported } from './errors.ts'
import type { SqlFragment, SqlWriter } from './sql-writer.ts'

/** The type of a join. It decides which rows without a match are kept. */
export type JoinType = 'inner' | 'left' | 'right' | 'full'

const keywords: ReadonlyMap<string, string> = new Map([
  ['inner', ' INNER JOIN '],
  ['left', ' LEFT JOIN '],
  ['right', ' RIGHT JOIN '],
  ['full', ' FULL JOIN '],
])

export class Join implements SqlFragment {
  readonly #keyword: string
  readonly #table: string
  readonly #on: readonly Condition[]

  constructor(dialect: Dialect, type: string, table: string, on: readonly Condition[]) {
    const keyword = keywords.get(type)
    if (keyword === undefined) {
      const allowed = [...keywords.keys()].join(', ')
      throw new InvalidQuery(
        `join(): ${JSON.stringify(type)} is not a type of join. Use ${allowed}.`,
      )
    }
    // Without this error, the database would read FULL as an alias.
    if (type === 'full' && !dialect.traits.fullJoin) {
      throw new NotSupported(
        `${dialect.name} does not support full joins. Use a union() of a left and a right join.`,
      )
    }
    if (on.length === 0) {
      throw new InvalidQuery(
        `join(${table}): the callback adds no condition. Call whereColumn() in it.`,
      )
    }
    this.#keyword = keyword
    this.#table = table
    this.#on = on
  }

  write(sql: SqlWriter): void {
    sql.text += `${this.#keyword}${sql.dialect.quoteAliased(this.#table)} ON `
    writeConditions(sql, this.#on)
  }
}
