/** What went wrong, the same for every database. */
export type FailureReason =
  | 'unique-violation'
  | 'foreign-key-violation'
  | 'not-null-violation'
  | 'check-violation'
  | 'deadlock'
  | 'serialization-failure'
  | 'lock-timeout'
  | 'connection-lost'
  | 'no-connection'
  | 'cancelled'
  | 'other'

/** What an adapter reads out of a driver's error. */
export interface FailureFacts {
  readonly reason: FailureReason
  /** The database's own code: an SQLSTATE, or the name of the error. */
  readonly code: string | undefined
  /** The driver's message without any value. */
  readonly message: string
  readonly constraint?: string | undefined
  readonly table?: string | undefined
  readonly column?: string | undefined
}

const maxShownSql = 1000

/**
 * The database, or the way to it, refused a statement. The message and the fields hold the SQL and names,
 * but no value; the driver's own error, which may hold values, has to be asked for by `driverError`.
 */
export class QueryFailed extends Error {
  override readonly name = 'QueryFailed'
  readonly reason: FailureReason
  readonly code: string | undefined
  readonly sql: string
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly #driverError: unknown

  constructor(sql: string, facts: FailureFacts, driverError: unknown) {
    const shown = sql.length > maxShownSql ? `${sql.slice(0, maxShownSql)} …` : sql
    const { stackTraceLimit } = Error
    // The line that ran the statement lies behind the frames of the adapter.
    Error.stackTraceLimit = Math.max(stackTraceLimit, 30)
    super(`${facts.message}${remedies[facts.reason] ?? ''}\nSQL: ${shown}`)
    Error.stackTraceLimit = stackTraceLimit
    this.reason = facts.reason
    this.code = facts.code
    this.sql = sql
    this.constraint = facts.constraint
    this.table = facts.table
    this.column = facts.column
    this.#driverError = driverError
  }

  /** The error as the driver threw it. It may hold values of the statement: keep it out of logs. */
  get driverError(): unknown {
    return this.#driverError
  }
}

const remedies: { readonly [reason in FailureReason]?: string } = {
  deadlock: ' Let transaction() try again: { retries: 3 }.',
  'serialization-failure': ' Let transaction() try again: { retries: 3 }.',
}
