import { writeTable } from './compile-select.ts'
import type { Dialect } from './dialect.ts'
import { InvalidQuery, NotSupported } from './errors.ts'
import type { QueryState } from './query-state.ts'
import { SqlWriter, type Statement } from './sql-writer.ts'
import { toStored, type Bindable } from './value.ts'

/** Rows to insert. Every row has a value for each column. */
export interface InsertRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Bindable[])[]
}

/** The clauses of an INSERT that follow its values. */
export interface InsertClauses {
  readonly conflict?: { readonly columns: readonly string[]; readonly update: readonly string[] }
  readonly returning?: readonly string[]
}

/** Converts rows for an INSERT, in batches that do not exceed the parameter limit of the database. */
export function toInsertRows(
  call: string,
  rows: object | readonly object[],
  dialect: Dialect,
): InsertRows[] {
  const list = (Array.isArray(rows) ? rows : [rows]) as readonly Record<string, unknown>[]
  if (list.length === 0) return []
  const columns = columnsOf(call, list)
  const values = list.map((row, index) =>
    columns.map((column) =>
      toStored(row[column], dialect, () => `${call}(): ${column} of row ${index + 1}`),
    ),
  )
  // An INSERT with only default values can insert only one row.
  const size = columns.length === 0 ? 1 : Math.floor(dialect.maxParameters / columns.length)
  const batches: InsertRows[] = []
  for (let start = 0; start < values.length; start += size) {
    batches.push({ columns, rows: values.slice(start, start + size) })
  }
  return batches
}

export function compileInsert(
  state: QueryState,
  { columns, rows }: InsertRows,
  { conflict, returning }: InsertClauses = {},
): Statement {
  const { traits } = state.dialect
  const sql = new SqlWriter(state.dialect)
  sql.text = 'INSERT INTO '
  writeTable(sql, state)
  if (columns.length === 0) sql.text += traits.defaultValues
  else writeRows(sql, columns, rows)
  if (conflict) sql.text += traits.conflictClause(conflict.columns, conflict.update)
  if (returning) writeReturning(sql, returning)
  sql.isReusable = rows.length === 1
  return sql.finish()
}

function columnsOf(call: string, rows: readonly Record<string, unknown>[]): string[] {
  const [first, ...otherRows] = rows
  if (typeof first !== 'object' || first === null) {
    throw new InvalidQuery(`${call}(): a row must be an object whose keys are column names.`)
  }
  const columns = Object.keys(first)
  for (const [index, row] of otherRows.entries()) {
    const rowColumns = Object.keys(row)
    const differing =
      rowColumns.find((column) => !Object.hasOwn(first, column)) ??
      columns.find((column) => !Object.hasOwn(row, column))
    if (differing !== undefined) {
      throw new InvalidQuery(
        `${call}(): row 1 and row ${index + 2} differ in column ${differing}. Give every row the same columns.`,
      )
    }
  }
  return columns
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

function writeReturning(sql: SqlWriter, columns: readonly string[]): void {
  if (!sql.dialect.traits.returning) {
    throw new NotSupported(
      `${sql.dialect.name} cannot return rows from an insert. Use insertGetId() and read the row.`,
    )
  }
  sql.text += ' RETURNING '
  sql.list(columns)
}
