import { writeSelect } from './compile.ts'
import { InvalidQuery } from './errors.ts'
import { stateKey, type HasState, type QueryState } from './query-state.ts'
import type { Part, SqlWriter } from './sql-writer.ts'
import { Subquery } from './subquery.ts'

/** `UNION SELECT …`. */
export class Union implements Part {
  readonly #all: boolean
  readonly #query: HasState

  constructor(all: boolean, query: HasState) {
    if (!(query as HasState | undefined)?.[stateKey]) {
      throw new InvalidQuery('union(): the other part must be a Query.')
    }
    this.#all = all
    this.#query = query
  }

  write(sql: SqlWriter): void {
    sql.text += this.#all ? ' UNION ALL ' : ' UNION '
    const state = this.#query[stateKey]
    if (isBare(state)) return writeSelect(sql, state)
    // SQLite takes no parentheses around a part, so one with an order or a limit becomes a table.
    sql.text += 'SELECT * FROM '
    new Subquery(this.#query).write(sql)
    sql.text += ` AS ${sql.dialect.quote('part')}`
  }
}

function isBare(state: QueryState): boolean {
  return (
    state.orders.length === 0 &&
    state.limit === undefined &&
    state.offset === undefined &&
    state.lock === undefined &&
    state.unions.length === 0 &&
    state.expressions.length === 0
  )
}
