/** The kind of failure, the same for every database. */
export type FailureReason =
  | 'unique-violation'
  | 'foreign-key-violation'
  | 'not-null-violation'
  | 'check-violation'
  | 'exclusion-violation'
  | 'invalid-value'
  | 'missing-table'
  | 'deadlock'
  | 'serialization-failure'
  | 'lock-timeout'
  | 'read-only'
  | 'connection-lost'
  | 'no-connection'
  | 'cancelled'
  | 'other'

/** The data that an adapter reads from a driver error. */
export interface FailureDetails {
  readonly reason: FailureReason
  /** The code of the database: an SQLSTATE, or the name of the error. */
  readonly code: string | undefined
  /** The driver's message, without values. */
  readonly message: string
  readonly constraint?: string | undefined
  readonly table?: string | undefined
  readonly column?: string | undefined
  /** The values of the query, if one of them is invalid. */
  readonly unfit?: readonly unknown[] | undefined
}

/** The key of the property from which the kernel of `fw` reads the values that the database rejected. */
const unfitValues: unique symbol = Symbol.for('fw.unfitValues')

const maxShownSql = 1000

/**
 * Thrown if the database, or the connection to it, rejects a query. The message and the properties
 * contain SQL and names, but no values. The driver's error, which may contain values, is
 * `driverError`.
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
  readonly #unfit: readonly unknown[]

  constructor(sql: string, details: FailureDetails, driverError: unknown) {
    const shown = sql.length > maxShownSql ? `${sql.slice(0, maxShownSql)} …` : sql
    const { stackTraceLimit } = Error
    // Stack traces begin with frames of the adapter; raise the limit so that the caller's frame is included.
    Error.stackTraceLimit = Math.max(stackTraceLimit, 30)
    super(`${details.message}${remedies[details.reason] ?? ''}\nSQL: ${shown}`)
    Error.stackTraceLimit = stackTraceLimit
    this.reason = details.reason
    this.code = details.code
    this.sql = sql
    this.constraint = details.constraint
    this.table = details.table
    this.column = details.column
    this.#driverError = driverError
    this.#unfit = details.unfit ?? []
  }

  get [unfitValues](): readonly unknown[] | undefined {
    return this.reason === 'invalid-value' ? this.#unfit : undefined
  }

  /** The driver's error. It may contain values of the query, so do not log it. */
  get driverError(): unknown {
    return this.#driverError
  }
}

/** Returns the values that are only used in comparisons: all values for a read, and an empty list for a write. */
export function comparedValues(sql: string, values: readonly unknown[]): readonly unknown[] {
  return /^\s*(?:insert|update|replace|merge)\b/i.test(sql) ? [] : values
}

/** A failure after which a pool should not reuse the connection. */
export type ConnectionFailure = QueryFailed & { readonly reason: 'connection-lost' | 'read-only' }

/** True if the connection is lost or has become read-only, for example after a failover. */
export function isOfConnection(failure: unknown): failure is ConnectionFailure {
  return (
    failure instanceof QueryFailed &&
    (failure.reason === 'connection-lost' || failure.reason === 'read-only')
  )
}

/**
 * Removes the values from a driver's message. Drivers quote both values and names, without escaping, so the message is
 * kept only if each quoted part is a name: one of `names`, or a word in the SQL. Otherwise, everything from the first
 * quote to the last is removed.
 */
export function maskValues(
  message: string,
  sql: string,
  names: readonly (string | undefined)[] = [],
): string {
  const isName = (piece: string) =>
    names.includes(piece) ||
    clauseNames.test(piece) ||
    (/^[a-z_]/i.test(piece) && sql.includes(piece))
  const pieces = [...message.matchAll(quotedPiece)].map((match) => match[1] ?? match[2] ?? '')
  return pieces.every(isName) ? message : message.replace(/['"].*['"]/s, '"…"')
}

const remedies: { readonly [reason in FailureReason]?: string } = {
  'missing-table': ' If a migration creates it, run: npx fw migrate.',
  deadlock: ' Let transaction() retry: { retries: 3 }.',
  'serialization-failure': ' Let transaction() retry: { retries: 3 }.',
  'read-only':
    ' The server rejects writes on this connection. A pool replaces it, so that the next query finds the new primary.',
}

const quotedPiece = /'([^']*)'|"([^"]*)"/g
const clauseNames = /^(field|where|on|having|group|order|set) (list|clause|statement)$/
