import { writeTable, writeWhere } from './compile-select.ts'
import { InvalidQuery } from './errors.ts'
import type { QueryState } from './query-state.ts'
import { SqlWriter, type Statement } from './sql-writer.ts'
import type { Bindable } from './value.ts'

/** A new value for a column, or a number to add to it. */
export interface Change {
  readonly column: string
  readonly value: Bindable
  readonly isAddition?: boolean
}

export function compileUpdate(state: QueryState, changes: readonly Change[]): Statement {
  requireOnlyConditions('update', state)
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
  requireOnlyConditions('delete', state)
  const sql = new SqlWriter(state.dialect)
  sql.text = 'DELETE FROM '
  writeTable(sql, state)
  writeWhere(sql, state)
  return sql.finish()
}

function writeChange(sql: SqlWriter, { column, value, isAddition }: Change): void {
  const name = sql.name(column)
  sql.text += isAddition ? `${name} = ${name} + ` : `${name} = `
  sql.text += sql.marker(value)
}

/**
 * Throws for clauses that an UPDATE or DELETE cannot have. Ignoring them would change more rows
 * than intended.
 */
function requireOnlyConditions(call: string, state: QueryState): void {
  if (state.wheres.length === 0 && !state.allRows) {
    throw new InvalidQuery(
      `${call}() without a condition would affect every row. Add where(), or call all() if that is intended.`,
    )
  }
  const clause = unsupportedClause(state)
  if (clause === undefined) return
  throw new InvalidQuery(
    `${call}() does not support ${clause}(). Read the keys of the rows first, and pass them to whereIn().`,
  )
}

function unsupportedClause(state: QueryState): string | undefined {
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
