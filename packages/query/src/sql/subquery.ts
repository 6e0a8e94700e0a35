import { writeSelect } from './compile.ts'
import { InvalidQuery } from './errors.ts'
import { stateKey, type HasState, type QueryState } from './query-state.ts'
import type { Part, SqlWriter } from './sql-writer.ts'

/** A query in parentheses. It is written in the dialect of the query around it. */
export class Subquery implements Part {
  readonly #state: QueryState

  constructor(query: HasState) {
    const state = (query as HasState | undefined)?.[stateKey]
    if (!state) throw new InvalidQuery('A sub-query must be a Query; got something else.')
    this.#state = state
  }

  write(sql: SqlWriter): void {
    sql.text += '('
    writeSelect(sql, this.#state)
    sql.text += ')'
  }
}
