import type { Condition } from './conditions/condition.ts'
import type { Dialect } from './dialect.ts'
import type { SqlWriter } from './sql-writer.ts'

/** A part of a statement that writes itself. */
export interface Part {
  write(sql: SqlWriter): void
}

/** Everything that the calls on one builder have said. */
export interface QueryState {
  readonly dialect: Dialect
  table: Part | undefined
  readonly columns: Part[]
  readonly wheres: Condition[]
  readonly orders: Part[]
  limit: number | undefined
  offset: number | undefined
  allRows: boolean
}

export function createState(dialect: Dialect): QueryState {
  return {
    dialect,
    table: undefined,
    columns: [],
    wheres: [],
    orders: [],
    limit: undefined,
    offset: undefined,
    allRows: false,
  }
}
