import type { Condition } from './condition.ts'
import type { Dialect } from './dialect.ts'
import type { SqlFragment } from './sql-writer.ts'

/**
 * The state of a builder, whose methods change the lists in place. A copy shares the lists, so it
 * must not be changed, only compiled.
 */
export interface QueryState {
  readonly dialect: Dialect
  /** A string is a table name, optionally with an alias. */
  table: SqlFragment | string | undefined
  columns: (SqlFragment | string)[]
  distinct: boolean
  joins: SqlFragment[]
  wheres: Condition[]
  groups: string[]
  havings: Condition[]
  unions: SqlFragment[]
  orders: SqlFragment[]
  limit: number | undefined
  offset: number | undefined
  lock: RowLock | undefined
  expressions: SqlFragment[]
  recursive: boolean
  allRows: boolean
  signal: AbortSignal | undefined
}

export interface RowLock {
  readonly strength: 'UPDATE' | 'SHARE'
  readonly whenLocked: 'SKIP LOCKED' | 'NOWAIT' | undefined
}

/** A builder that can be used as a sub-query. */
export interface HasState {
  readonly [stateKey]: QueryState
}

export const stateKey: unique symbol = Symbol('state')

/** The empty list that all new states share. It is never modified. */
const none: never[] = []

export function createState(dialect: Dialect): QueryState {
  return {
    dialect,
    table: undefined,
    columns: none,
    distinct: false,
    joins: none,
    wheres: none,
    groups: none,
    havings: none,
    unions: none,
    orders: none,
    limit: undefined,
    offset: undefined,
    lock: undefined,
    expressions: none,
    recursive: false,
    allRows: false,
    signal: undefined,
  }
}

/** Adds an item to a list and returns the list. For the shared empty list, returns a new list. */
export function append<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item]
  list.push(item)
  return list
}
