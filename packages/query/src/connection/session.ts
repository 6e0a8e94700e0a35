import type { Outcome, Row } from './connection.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { QueryFailed } from './query-failed.ts'
import type { Statement } from '../sql/sql-writer.ts'

/** One connection of a driver that is steered by statements, in the hands of one owner. */
export interface Session {
  readonly dialect: Dialect
  /** The driver's own connection. */
  readonly client: object
  /** Whether a transaction is open, also one that somebody has begun by hand; false where the driver cannot tell. */
  readonly isInTransaction: boolean
  run(statement: Statement, signal?: AbortSignal): Promise<Outcome>
  /** Runs BEGIN, COMMIT and their like; gives the command that the database says it ran. */
  control(sql: string): Promise<string | undefined>
  stream(statement: Statement, size: number, signal?: AbortSignal): AsyncGenerator<Row[], void>
  /** Whether a statement that failed so has ended the transaction around it. */
  endsTransaction(failure: QueryFailed): boolean
}
