import type { Condition } from './condition.ts'
import type { Dialect } from './dialect.ts'
import type { SqlFragment } from './sql-writer.ts'

/**
 * What the calls on one builder have said so far. The calls change its lists in place. A copy shares them, so it is
 * only for compiling.
 */
export interface QueryState {
  readonly dialect: Dialect
  /** A string is a name, perhaps with an alias. */
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

/** A builder that can be a sub-query of another one. */
export interface HasState {
  readonly [stateKey]: QueryState
}

export const stateKey: unique symbol = Symbol('state')

/** The empty list of all new states. Nothing is ever added to it. */
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

/** Adds to a list and returns it; in place of an empty list it returns a new one. */
export function append<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item]
  list.push(item)
  return list
}
