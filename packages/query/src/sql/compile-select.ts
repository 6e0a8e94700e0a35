import { writeConditions } from './condition.ts'
import { InvalidQuery } from './errors.ts'
import { rowKey } from './identifier.ts'
import type { QueryState } from './query-state.ts'
import { SqlWriter, type SqlFragment, type Statement } from './sql-writer.ts'

export function compileSelect(state: QueryState, limit = state.limit): Statement {
  const sql = new SqlWriter(state.dialect)
  writeSelect(sql, state, limit)
  return sql.finish()
}

/** Compiles a query that counts the rows, without order, limit and offset. */
export function compileCount(state: QueryState): Statement {
  const rows = { ...state, orders: [], limit: undefined, offset: undefined, lock: undefined }
  const sql = new SqlWriter(state.dialect)
  if (isPlain(state)) {
    writeSelect(sql, { ...rows, columns: [countOfAll] })
  } else {
    sql.text = 'SELECT '
    countOfAll.write(sql)
    sql.text += ' FROM ('
    writeSelect(sql, { ...rows, columns: withUniqueNames(state.columns) })
    sql.text += `) AS ${state.dialect.quote('counted')}`
  }
  return sql.finish()
}

export function writeSelect(sql: SqlWriter, state: QueryState, limit = state.limit): void {
  writeExpressions(sql, state)
  sql.text += state.distinct ? 'SELECT DISTINCT ' : 'SELECT '
  if (state.columns.length === 0) sql.text += '*'
  else sql.list(state.columns)
  if (state.table || state.columns.length === 0) {
    sql.text += ' FROM '
    writeTable(sql, state)
  }
  for (const join of state.joins) join.write(sql)
  writeWhere(sql, state)
  writeGroups(sql, state)
  for (const union of state.unions) union.write(sql)
  if (state.orders.length > 0) {
    sql.text += ' ORDER BY '
    sql.list(state.orders)
  }
  writeLimit(sql, state, limit)
  writeLock(sql, state)
}

export function writeWhere(sql: SqlWriter, state: QueryState): void {
  if (state.wheres.length === 0) return
  sql.text += ' WHERE '
  writeConditions(sql, state.wheres)
}

export function writeTable(sql: SqlWriter, { table }: QueryState): void {
  if (table === undefined) throw new InvalidQuery('The query has no table. Call table(name).')
  if (typeof table === 'string') sql.text += sql.dialect.quoteAliased(table)
  else table.write(sql)
}

/**
 * Renames each column that has the same name as an earlier one: MySQL rejects a sub-query in FROM
 * with duplicate column names.
 */
function withUniqueNames(columns: QueryState['columns']): QueryState['columns'] {
  const names = new Set<string>()
  return columns.map((column, index) => {
    if (typeof column !== 'string' || /\*$|\sas\s/i.test(column)) return column
    const name = rowKey(column).toLowerCase()
    if (names.has(name)) return `${column} as fw_${index}`
    names.add(name)
    return column
  })
}

const countOfAll: SqlFragment = {
  write(sql) {
    sql.text += `COUNT(*) AS ${sql.name('count')}`
  },
}

function isPlain(state: QueryState): boolean {
  return (
    !state.distinct &&
    state.groups.length === 0 &&
    state.havings.length === 0 &&
    state.unions.length === 0
  )
}

function writeExpressions(sql: SqlWriter, state: QueryState): void {
  if (state.expressions.length === 0) return
  sql.text += state.recursive ? 'WITH RECURSIVE ' : 'WITH '
  sql.list(state.expressions)
  sql.text += ' '
}

function writeGroups(sql: SqlWriter, state: QueryState): void {
  if (state.groups.length > 0) {
    sql.text += ' GROUP BY '
    sql.text += state.groups.map((column) => sql.name(column)).join(', ')
  }
  if (state.havings.length > 0) {
    sql.text += ' HAVING '
    writeConditions(sql, state.havings)
  }
}

function writeLimit(
  sql: SqlWriter,
  { offset, dialect }: QueryState,
  limit: number | undefined,
): void {
  if (limit !== undefined) sql.text += ` LIMIT ${limit}`
  if (offset === undefined) return
  if (limit === undefined) sql.text += dialect.traits.noLimit
  sql.text += ` OFFSET ${offset}`
  if (offset > 0) sql.isReusable = false
}

function writeLock(sql: SqlWriter, { lock, dialect }: QueryState): void {
  // SQLite has no row locks. A transaction locks the whole database.
  if (!lock || !dialect.traits.rowLocks) return
  if (lock.whenLocked) sql.text += ` FOR ${lock.strength} ${lock.whenLocked}`
  else sql.text += lock.strength === 'SHARE' ? dialect.traits.shareLock : ' FOR UPDATE'
}
