import { compileSelect } from '../sql/compile.ts'
import { Comparison } from '../sql/comparison.ts'
import { Group } from '../sql/group.ts'
import type { Connection, Row } from '../connection/connection.ts'
import { InvalidQuery } from '../sql/errors.ts'
import { rowKey } from '../sql/identifier.ts'
import type { QueryState } from '../sql/query-state.ts'
import type { Part } from '../sql/sql-writer.ts'

const exactCursor = 'fw_cursor'

/** The rows after a cursor, and the cursor of the last of them when more follow. */
export async function readCursorPage(
  connection: Connection,
  state: QueryState,
  perPage: number,
  cursor: string | null,
  column: string,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const page = pageState(state, perPage, cursor, column)
  const { rows } = await connection.run(compileSelect(page), state.signal)
  if (rows.length <= perPage) return { rows, nextCursor: null }
  const value = rows[perPage - 1]?.[rowKey(column)]
  if (value instanceof Date) return readExactPage(connection, page, perPage, column)
  if (value === undefined || value === null) {
    throw new InvalidQuery(
      `cursorPaginate(): the rows have no ${column} to go on from. Select the cursor column, and take one ` +
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
      'cursorPaginate() cannot follow union(). Make the union a table(query, alias).',
    )
  }
  const order: Part = {
    write(sql) {
      sql.text += `${sql.name(column)} ASC`
    },
  }
  const after = cursor === null ? [] : [new Comparison(false, column, ' > ', cursor)]
  // The conditions so far may hold an OR.
  const before =
    after.length > 0 && state.wheres.length > 0 ? [Group.of(false, state.wheres)] : state.wheres
  return {
    ...state,
    wheres: [...before, ...after],
    orders: [...state.orders, order],
    limit: perPage + 1,
    offset: undefined,
  }
}

/** A Date is less exact than the column, so the page is read again with the cursor as the database writes it. */
async function readExactPage(
  connection: Connection,
  page: QueryState,
  perPage: number,
  column: string,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const asText: Part = {
    write(sql) {
      sql.text += `CAST(${sql.name(column)} AS ${sql.dialect.facts.textType}) AS ${exactCursor}`
    },
  }
  const columns = [...(page.columns.length > 0 ? page.columns : ['*']), asText]
  const { rows } = await connection.run(compileSelect({ ...page, columns }), page.signal)
  const nextCursor = rows.length > perPage ? String(rows[perPage - 1]?.[exactCursor]) : null
  for (const row of rows) delete row[exactCursor]
  return { rows: rows.slice(0, perPage), nextCursor }
}
