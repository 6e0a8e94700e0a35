import { ColumnOrder } from '../sql/column-order.ts'
import { ColumnComparison, parenthesized } from '../sql/condition.ts'
import type { Dialect } from '../sql/dialect.ts'
import { InvalidQuery } from '../sql/errors.ts'
import { Join, type JoinType } from '../sql/join.ts'
import {
  append,
  createState,
  stateKey,
  type HasState,
  type QueryState,
} from '../sql/query-state.ts'
import { RawFragment } from '../sql/raw-fragment.ts'
import type { SqlFragment } from '../sql/sql-writer.ts'
import { Subquery, Union } from '../sql/subquery.ts'
import { compare, Conditions, conditionsOf } from './conditions.ts'

/** The parts of a query that define its rows: tables, columns, conditions, groups and order. */
export abstract class Selection extends Conditions {
  readonly [stateKey]: QueryState

  constructor(dialect: Dialect) {
    const state = createState(dialect)
    super(dialect, state)
    this[stateKey] = state
  }

  /** Sets the table, as `name`, `schema.name` or `name as alias`, or uses a query with an alias as the table. */
  table(name: string): this
  table(query: HasState, alias: string): this
  table(source: string | HasState, alias?: string): this {
    const state = this[stateKey]
    if (typeof source === 'string') {
      state.table = source
      return this
    }
    if (alias === undefined) throw new InvalidQuery('table(): a query as a table needs an alias.')
    const query = new Subquery(source)
    state.table = {
      write(sql) {
        query.write(sql)
        sql.text += ` AS ${sql.name(alias)}`
      },
    }
    return this
  }

  /** Adds columns, each as `name`, `table.name`, `table.*` or `name as alias`. By default, all columns are selected. */
  select(...columns: string[]): this {
    const state = this[stateKey]
    state.columns = state.columns.length === 0 ? columns : [...state.columns, ...columns]
    return this
  }

  /** Adds SQL to the selected columns, with `?` for each parameter. */
  selectRaw(sql: string, params: readonly unknown[] = []): this {
    const state = this[stateKey]
    const fragment = new RawFragment('selectRaw', sql, params, state.dialect)
    state.columns = append(state.columns, fragment)
    return this
  }

  distinct(): this {
    this[stateKey].distinct = true
    return this
  }

  /** Joins a table on a comparison of two columns, or on the conditions that a callback adds. */
  join(table: string, first: string, operator: string, second: string, type?: JoinType): this
  join(table: string, on: (q: Conditions) => void, type?: JoinType): this
  join(
    table: string,
    first: string | ((q: Conditions) => void),
    operator?: string,
    second?: string,
    type?: JoinType,
  ): this {
    const state = this[stateKey]
    if (typeof first === 'function') {
      const on = conditionsOf(first, state.dialect)
      state.joins = append(state.joins, new Join(state.dialect, operator ?? 'inner', table, on))
      return this
    }
    const known = state.dialect.operator(operator as string)
    const condition = new ColumnComparison(first, known.sql, second as string)
    const on = [{ join: 'and', condition }] as const
    state.joins = append(state.joins, new Join(state.dialect, type ?? 'inner', table, on))
    return this
  }

  /** Like `join`, but keeps rows that have no match in the joined table. */
  leftJoin(table: string, first: string, operator: string, second: string): this
  leftJoin(table: string, on: (q: Conditions) => void): this
  leftJoin(
    table: string,
    first: string | ((q: Conditions) => void),
    operator?: string,
    second?: string,
  ): this {
    return typeof first === 'function'
      ? this.join(table, first, 'left')
      : this.join(table, first, operator as string, second as string, 'left')
  }

  groupBy(...columns: string[]): this {
    const state = this[stateKey]
    state.groups = [...state.groups, ...columns]
    return this
  }

  /** Adds a condition on groups, by one of their columns. */
  having(column: string, operator: string, value: unknown): this {
    return this.#having(compare(this[stateKey].dialect, 'having', column, operator, value))
  }

  /** Adds a condition on groups in SQL: `havingRaw('COUNT(*) > ?', [5])`. */
  havingRaw(sql: string, params: readonly unknown[] = []): this {
    const fragment = new RawFragment('havingRaw', sql, params, this[stateKey].dialect)
    return this.#having(parenthesized(fragment))
  }

  /** Orders the rows by a column. `direction` is `asc`, the default, or `desc`. */
  orderBy(column: string, direction: string = 'asc'): this {
    const state = this[stateKey]
    state.orders = append(state.orders, new ColumnOrder(column, direction))
    return this
  }

  orderByRaw(sql: string, params: readonly unknown[] = []): this {
    const state = this[stateKey]
    const fragment = new RawFragment('orderByRaw', sql, params, state.dialect)
    state.orders = append(state.orders, fragment)
    return this
  }

  limit(rows: number): this {
    this[stateKey].limit = rowCount('limit', rows)
    return this
  }

  offset(rows: number): this {
    this[stateKey].offset = rowCount('offset', rows)
    return this
  }

  /** Adds the rows of another query, without duplicates. The order and limit of this query apply to all rows. */
  union(query: HasState): this {
    return this.#union(new Union('UNION', query))
  }

  /** Adds the rows of another query, including duplicates. */
  unionAll(query: HasState): this {
    return this.#union(new Union('UNION ALL', query))
  }

  /** Adds a common table expression, which this query can use as a table (`WITH name AS (…)`). */
  with(name: string, query: HasState, { recursive = false } = {}): this {
    const state = this[stateKey]
    const body = new Subquery(query)
    state.recursive ||= recursive
    state.expressions = append(state.expressions, {
      write(sql) {
        sql.text += `${sql.name(name)} AS `
        body.write(sql)
      },
    })
    return this
  }

  /**
   * Locks the rows against changes and locks of other transactions until the transaction ends. SQLite has no row locks;
   * there, a transaction locks the whole database.
   */
  forUpdate(): this {
    return this.#lock('UPDATE')
  }

  /**
   * Locks the rows against changes by other transactions until the transaction ends. SQLite has no row locks; there, a
   * transaction locks the whole database.
   */
  forShare(): this {
    return this.#lock('SHARE')
  }

  /** Skips rows that other transactions have locked. Requires `forUpdate` or `forShare`. Has no effect on SQLite. */
  skipLocked(): this {
    return this.#whenLocked('skipLocked', 'SKIP LOCKED')
  }

  /**
   * Fails immediately if another transaction has locked a row. Requires `forUpdate` or `forShare`. Has no effect on
   * SQLite.
   */
  noWait(): this {
    return this.#whenLocked('noWait', 'NOWAIT')
  }

  #having(condition: SqlFragment): this {
    const state = this[stateKey]
    state.havings = append(state.havings, { join: 'and', condition })
    return this
  }

  #union(union: Union): this {
    const state = this[stateKey]
    state.unions = append(state.unions, union)
    return this
  }

  #lock(strength: 'UPDATE' | 'SHARE'): this {
    this[stateKey].lock = { strength, whenLocked: undefined }
    return this
  }

  #whenLocked(call: string, whenLocked: 'SKIP LOCKED' | 'NOWAIT'): this {
    const state = this[stateKey]
    if (!state.lock) throw new InvalidQuery(`${call}() needs forUpdate() or forShare() before it.`)
    state.lock = { ...state.lock, whenLocked }
    return this
  }
}

function rowCount(call: string, rows: number): number {
  if (Number.isSafeInteger(rows) && rows >= 0) return rows
  throw new InvalidQuery(`${call}(): the number of rows must be an integer of 0 or more.`)
}
