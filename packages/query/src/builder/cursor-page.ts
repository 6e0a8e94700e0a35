import { ColumnOrder } from '../sql/column-order.ts'
import { compileSelect } from '../sql/compile-select.ts'
import { Comparison, group, type Condition } from '../sql/condition.ts'
import { runObserved } from '../connection/observed-query.ts'
import type { Connection, Row } from '../connection/connection.ts'
import { InvalidQuery } from '../sql/errors.ts'
import { rowKey } from '../sql/identifier.ts'
import type { QueryState } from '../sql/query-state.ts'
import type { SqlFragment } from '../sql/sql-writer.ts'

const exactCursor = 'fw_cursor'

/** Returns at most `perPage` rows after a cursor, and the next cursor if more rows follow. */
export async function readCursorPage(
  connection: Connection,
  state: QueryState,
  perPage: number,
  cursor: string | null,
  column: string,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const page = pageState(state, perPage, cursor, column)
  const { rows } = await runObserved(connection, compileSelect(page), state.signal)
  if (rows.length <= perPage) return { rows, nextCursor: null }
  const value = rows[perPage - 1]?.[rowKey(column)]
  if (value instanceof Date) return readExactPage(connection, page, perPage, column)
  if (value === undefined || value === null) {
    throw new InvalidQuery(
      `cursorPaginate(): the rows have no ${column} to continue from. Select the cursor column, and use one ` +
        'that is never null.',
    )
  }
  return { rows: rows.slice(0, perPage), nextCursor: String(value) }
}

function pageState(
  state: QueryState,
  perPage: number,
  cursor: string | null,
  column: string,
): QueryState {
  if (state.unions.length > 0) {
    throw new InvalidQuery(
      'cursorPaginate() cannot follow union(). Pass the union to table(query, alias).',
    )
  }
  const order = cursorOrder(state.orders, column)
  return {
    ...state,
    wheres: cursor === null ? state.wheres : conditionsAfter(cursor, order, state.wheres),
    orders: state.orders.includes(order) ? state.orders : [...state.orders, order],
    limit: perPage + 1,
    offset: undefined,
  }
}

/**
 * Returns the order of the query if the query is ordered only by the cursor column; otherwise, the ascending order of
 * that column.
 */
function cursorOrder(orders: readonly SqlFragment[], column: string): ColumnOrder {
  const [only] = orders
  const isByCursor = orders.length === 1 && only instanceof ColumnOrder && only.column === column
  return isByCursor ? only : new ColumnOrder(column, 'asc')
}

function conditionsAfter(
  cursor: string,
  { column, isDescending }: ColumnOrder,
  wheres: readonly Condition[],
): Condition[] {
  const operator = isDescending ? ' < ' : ' > '
  const after: Condition = { join: 'and', condition: new Comparison(column, operator, cursor) }
  // The parentheses are needed: otherwise an OR in the conditions would include rows before the cursor.
  return wheres.length > 0 ? [{ join: 'and', condition: group(wheres) }, after] : [after]
}

/** Reads the page again with the cursor as a string, because a `Date` is less precise than the column. */
async function readExactPage(
  connection: Connection,
  page: QueryState,
  perPage: number,
  column: string,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const cursorAsText: SqlFragment = {
    write(sql) {
      sql.text += `CAST(${sql.name(column)} AS ${sql.dialect.traits.textType}) AS ${exactCursor}`
    },
  }
  const columns = [...(page.columns.length > 0 ? page.columns : ['*']), cursorAsText]
  const { rows } = await runObserved(connection, compileSelect({ ...page, columns }), page.signal)
  const nextCursor = rows.length > perPage ? String(rows[perPage - 1]?.[exactCursor]) : null
  for (const row of rows) delete row[exactCursor]
  return { rows: rows.slice(0, perPage), nextCursor }
}
