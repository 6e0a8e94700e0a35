import { writeSelect } from './compile-select.ts'
import { InvalidQuery } from './errors.ts'
import { stateKey, type HasState, type QueryState } from './query-state.ts'
import type { SqlFragment, SqlWriter } from './sql-writer.ts'

/** A query in parentheses, in the dialect of the enclosing query. */
export class Subquery implements SqlFragment {
  readonly #state: QueryState

  constructor(query: HasState) {
    const state = (query as HasState | undefined)?.[stateKey]
    if (!state)
      throw new InvalidQuery('A sub-query must be a Query. Pass it without calling get().')
    this.#state = state
  }

  write(sql: SqlWriter): void {
    sql.text += '('
    writeSelect(sql, this.#state)
    sql.text += ')'
  }
}

/** A `UNION SELECT …` or `UNION ALL SELECT …` clause. */
export class Union implements SqlFragment {
  readonly #keyword: 'UNION' | 'UNION ALL'
  readonly #query: HasState

  constructor(keyword: 'UNION' | 'UNION ALL', query: HasState) {
    if (!(query as HasState | undefined)?.[stateKey]) {
      throw new InvalidQuery(
        'union(): the other part must be a Query. Pass it without calling get().',
      )
    }
    this.#keyword = keyword
    this.#query = query
  }

  write(sql: SqlWriter): void {
    sql.text += ` ${this.#keyword} `
    const state = this.#query[stateKey]
    if (hasNoOrderOrLimit(state)) return writeSelect(sql, state)
    // SQLite does not allow parentheses here, so a query with an order or a limit becomes a
    // sub-query in FROM.
    sql.text += 'SELECT * FROM '
    new Subquery(this.#query).write(sql)
    sql.text += ` AS ${sql.dialect.quote('part')}`
  }
}

function hasNoOrderOrLimit(state: QueryState): boolean {
  return (
    state.orders.length === 0 &&
    state.limit === undefined &&
    state.offset === undefined &&
    state.lock === undefined &&
    state.unions.length === 0 &&
    state.expressions.length === 0
  )
}
