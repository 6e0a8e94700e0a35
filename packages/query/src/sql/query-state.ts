import type { Condition } from './condition.ts'
import type { Dialect } from './dialect.ts'
import type { Part } from './sql-writer.ts'

/** Everything that the calls on one builder have said. */
export interface QueryState {
  readonly dialect: Dialect
  /** A string is a name, perhaps with an alias. */
  table: Part | string | undefined
  columns: readonly (Part | string)[]
  distinct: boolean
  joins: readonly Part[]
  wheres: readonly Condition[]
  groups: readonly string[]
  havings: readonly Condition[]
  unions: readonly Part[]
  orders: readonly Part[]
  limit: number | undefined
  offset: number | undefined
  lock: Lock | undefined
  expressions: readonly Part[]
  recursive: boolean
  allRows: boolean
  signal: AbortSignal | undefined
}

export interface Lock {
  readonly strength: 'UPDATE' | 'SHARE'
  readonly whenLocked: 'SKIP LOCKED' | 'NOWAIT' | undefined
}

/** A builder that can stand inside another one, as a sub-query. */
export interface HasState {
  readonly [stateKey]: QueryState
}

export const stateKey: unique symbol = Symbol('state')

const none: readonly never[] = []

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

/** A list with one more; the empty list that all new states share is never written to. */
export function appended<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item]
  ;(list as T[]).push(item)
  return list
}
