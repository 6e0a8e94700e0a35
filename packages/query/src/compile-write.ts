import { tableOf, writeWhere } from './compile.ts'
import { InvalidQuery, NotSupported } from './errors.ts'
import type { QueryState } from './query-state.ts'
import { SqlWriter, type Statement } from './sql-writer.ts'
import type { Bindable } from './value.ts'

/** Rows to insert: every row has a value for each column. */
export interface InsertRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Bindable[])[]
}

/** What an insert has after its values. */
export interface InsertEnding {
  readonly conflict?: { readonly columns: readonly string[]; readonly update: readonly string[] }
  readonly returning?: readonly string[]
}

export function compileInsert(
  state: QueryState,
  { columns, rows }: InsertRows,
  { conflict, returning }: InsertEnding = {},
): Statement {
  const { facts } = state.dialect
  const sql = new SqlWriter(state.dialect)
  sql.text = 'INSERT INTO '
  tableOf(state).write(sql)
  if (columns.length === 0) sql.text += facts.defaultValues
  else writeRows(sql, columns, rows)
  if (conflict) sql.text += facts.conflictClause(conflict.columns, conflict.update)
  if (returning) writeReturning(sql, returning)
  sql.recurs = rows.length === 1
  return sql.finish()
}

/** `change` says what the column becomes: a value, or itself and a number to add. */
export interface Change {
  readonly column: string
  readonly value: Bindable
  readonly isAddition?: boolean
}

export function compileUpdate(state: QueryState, changes: readonly Change[]): Statement {
  refuseLeftovers('update', state)
  const sql = new SqlWriter(state.dialect)
  sql.text = 'UPDATE '
  tableOf(state).write(sql)
  sql.text += ' SET '
  sql.list(changes, ({ column, value, isAddition }) => {
    sql.name(column)
    sql.text += ' = '
    if (isAddition) {
      sql.name(column)
      sql.text += ' + '
    }
    sql.bind(value)
  })
  writeWhere(sql, state)
  return sql.finish()
}

export function compileDelete(state: QueryState): Statement {
  refuseLeftovers('delete', state)
  const sql = new SqlWriter(state.dialect)
  sql.text = 'DELETE FROM '
  tableOf(state).write(sql)
  writeWhere(sql, state)
  return sql.finish()
}

function writeRows(sql: SqlWriter, columns: InsertRows['columns'], rows: InsertRows['rows']): void {
  sql.text += ' ('
  sql.list(columns, (column) => sql.name(column))
  sql.text += ') VALUES '
  sql.list(rows, (row) => {
    sql.text += '('
    sql.list(row, (value) => sql.bind(value))
    sql.text += ')'
  })
}

function writeReturning(sql: SqlWriter, columns: readonly string[]): void {
  if (!sql.dialect.facts.returning) {
    throw new NotSupported(
      `${sql.dialect.name} gives no rows back from an insert. Use insertGetId() and read the row.`,
    )
  }
  sql.text += ' RETURNING '
  sql.list(columns, (column) => {
    sql.text += sql.dialect.quoteAliased(column)
  })
}

/** What an update or delete would have to leave out is refused, because more rows than meant would change. */
function refuseLeftovers(call: string, state: QueryState): void {
  if (state.wheres.length === 0 && !state.allRows) {
    throw new InvalidQuery(
      `${call}() without a condition would touch every row. Add where(), or call all() if that is meant.`,
    )
  }
  const leftovers = [
    ['limit', state.limit !== undefined],
    ['offset', state.offset !== undefined],
    ['orderBy', state.orders.length > 0],
    ['join', state.joins.length > 0],
    ['groupBy', state.groups.length > 0],
    ['having', state.havings.length > 0],
    ['union', state.unions.length > 0],
    ['with', state.expressions.length > 0],
    ['distinct', state.distinct],
  ] as const
  const found = leftovers.find(([, present]) => present)
  if (!found) return
  throw new InvalidQuery(
    `${call}() cannot honour ${found[0]}(). Choose the rows by whereIn() with a sub-query.`,
  )
}
