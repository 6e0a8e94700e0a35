import { writeConditions } from './conditions/condition.ts'
import { InvalidQuery } from './errors.ts'
import type { Part, QueryState } from './query-state.ts'
import { SqlWriter } from './sql-writer.ts'
import type { Bindable } from './value.ts'

/** Text with markers, and the values in the order of the markers. */
export interface Statement {
  readonly text: string
  readonly params: readonly Bindable[]
}

export function compileSelect(state: QueryState, sql = new SqlWriter(state.dialect)): Statement {
  writeSelect(sql, state)
  return sql
}

export function compileInsert(
  state: QueryState,
  columns: readonly string[],
  rows: readonly (readonly Bindable[])[],
  returning?: string,
): Statement {
  const sql = new SqlWriter(state.dialect)
  sql.text = 'INSERT INTO '
  tableOf(state).write(sql)
  sql.text += ' ('
  writeList(sql, columns, (column) => sql.name(column))
  sql.text += ') VALUES '
  writeList(sql, rows, (row) => {
    sql.text += '('
    writeList(sql, row, (value) => sql.bind(value))
    sql.text += ')'
  })
  if (returning !== undefined) {
    sql.text += ' RETURNING '
    sql.name(returning)
  }
  return sql
}

export function compileUpdate(
  state: QueryState,
  changes: readonly (readonly [string, Bindable])[],
): Statement {
  const sql = new SqlWriter(state.dialect)
  sql.text = 'UPDATE '
  tableOf(state).write(sql)
  sql.text += ' SET '
  writeList(sql, changes, ([column, value]) => {
    sql.name(column)
    sql.text += ' = '
    sql.bind(value)
  })
  writeWhere(sql, state)
  return sql
}

export function compileDelete(state: QueryState): Statement {
  const sql = new SqlWriter(state.dialect)
  sql.text = 'DELETE FROM '
  tableOf(state).write(sql)
  writeWhere(sql, state)
  return sql
}

function writeSelect(sql: SqlWriter, state: QueryState): void {
  sql.text += 'SELECT '
  if (state.columns.length === 0) sql.text += '*'
  else writeParts(sql, state.columns)
  sql.text += ' FROM '
  tableOf(state).write(sql)
  writeWhere(sql, state)
  if (state.orders.length > 0) {
    sql.text += ' ORDER BY '
    writeParts(sql, state.orders)
  }
  if (state.limit !== undefined) sql.text += ` LIMIT ${state.limit}`
  if (state.offset !== undefined) sql.text += ` OFFSET ${state.offset}`
}

function tableOf(state: QueryState): Part {
  if (!state.table) throw new InvalidQuery('The query has no table. Call table(name) first.')
  return state.table
}

function writeWhere(sql: SqlWriter, state: QueryState): void {
  if (state.wheres.length === 0) return
  sql.text += ' WHERE '
  writeConditions(sql, state.wheres)
}

function writeParts(sql: SqlWriter, parts: readonly Part[]): void {
  writeList(sql, parts, (part) => part.write(sql))
}

function writeList<T>(sql: SqlWriter, items: readonly T[], write: (item: T) => void): void {
  for (let index = 0; index < items.length; index++) {
    if (index > 0) sql.text += ', '
    write(items[index] as T)
  }
}
