import type { Dialect, Isolation } from '../sql/dialect.ts'
import type { Statement } from '../sql/sql-writer.ts'

/** A row as the driver gives it, one field a column. */
export type Row = Record<string, unknown>

export interface Outcome {
  readonly rows: Row[]
  /** How many rows a write touched. */
  readonly affected: number
  /** The generated key, where the database answers with it beside the rows. */
  readonly insertId?: number | bigint
}

/** What the builder needs of a driver. */
export interface Connection {
  readonly dialect: Dialect
  run(statement: Statement, signal?: AbortSignal): Promise<Outcome>
  /** The rows in lists of at most `size`, read while the database still produces them. */
  stream(statement: Statement, size: number, signal?: AbortSignal): AsyncGenerator<Row[], void>
  /** Opens a transaction; on a connection that is in one, a savepoint. */
  begin(isolation?: Isolation): Promise<Scope>
}

/** A transaction or a savepoint. After `commit` or `rollback` it refuses everything. */
export interface Scope extends Connection {
  /** The driver's own connection. */
  readonly client: object
  commit(): Promise<void>
  rollback(): Promise<void>
  /** Runs work that belongs to the scope, so that its statements need not wait for the scope to end. */
  within<T>(work: () => Promise<T>): Promise<T>
}
