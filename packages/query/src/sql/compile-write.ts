import { writeTable, writeWhere } from './compile.ts'
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
  writeTable(sql, state)
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
  writeTable(sql, state)
  sql.text += ' SET '
  for (let index = 0; index < changes.length; index++) {
    if (index > 0) sql.text += ', '
    writeChange(sql, changes[index] as Change)
  }
  writeWhere(sql, state)
  return sql.finish()
}

export function compileDelete(state: QueryState): Statement {
  refuseLeftovers('delete', state)
  const sql = new SqlWriter(state.dialect)
  sql.text = 'DELETE FROM '
  writeTable(sql, state)
  writeWhere(sql, state)
  return sql.finish()
}

function writeRows(sql: SqlWriter, columns: InsertRows['columns'], rows: InsertRows['rows']): void {
  sql.text += ` (${columns.map((column) => sql.name(column)).join(', ')}) VALUES `
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as readonly Bindable[]
    sql.text += index > 0 ? ', (' : '('
    for (let column = 0; column < row.length; column++) {
      const marker = sql.marker(row[column] as Bindable)
      sql.text += column > 0 ? `, ${marker}` : marker
    }
    sql.text += ')'
  }
}

function writeChange(sql: SqlWriter, { column, value, isAddition }: Change): void {
  const name = sql.name(column)
  sql.text += isAddition ? `${name} = ${name} + ` : `${name} = `
  sql.text += sql.marker(value)
}

function writeReturning(sql: SqlWriter, columns: readonly string[]): void {
  if (!sql.dialect.facts.returning) {
    throw new NotSupported(
      `${sql.dialect.name} gives no rows back from an insert. Use insertGetId() and read the row.`,
    )
  }
  sql.text += ' RETURNING '
  sql.list(columns)
}

/** What an update or delete would have to leave out is refused, because more rows than meant would change. */
function refuseLeftovers(call: string, state: QueryState): void {
  if (state.wheres.length === 0 && !state.allRows) {
    throw new InvalidQuery(
      `${call}() without a condition would touch every row. Add where(), or call all() if that is meant.`,
    )
  }
  const leftover = leftoverOf(state)
  if (leftover === undefined) return
  throw new InvalidQuery(
    `${call}() cannot honour ${leftover}(). Choose the rows by whereIn() with a sub-query.`,
  )
}

function leftoverOf(state: QueryState): string | undefined {
  if (state.limit !== undefined) return 'limit'
  if (state.offset !== undefined) return 'offset'
  if (state.orders.length > 0) return 'orderBy'
  if (state.joins.length > 0) return 'join'
  if (state.groups.length > 0) return 'groupBy'
  if (state.havings.length > 0) return 'having'
  if (state.unions.length > 0) return 'union'
  if (state.expressions.length > 0) return 'with'
  return state.distinct ? 'distinct' : undefined
}
