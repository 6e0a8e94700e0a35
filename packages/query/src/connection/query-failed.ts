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
  /**
   * An SQLSTATE on PostgreSQL, a name such as `ER_DUP_ENTRY` on MySQL, `SQLITE_` and a number on SQLite; or a code of
   * the driver or the operating system, such as `ECONNREFUSED`.
   */
  readonly code: string | undefined
  /** The driver's message, without values. */
  readonly message: string
  readonly constraint?: string | undefined
  readonly table?: string | undefined
  readonly column?: string | undefined
  /** The values that the database may have rejected. They are used only if the reason is `invalid-value`. */
  readonly rejectedValues?: readonly unknown[] | undefined
}

/**
 * The key of the property from which `@fw/core` reads the values that the database may have rejected. The property is
 * undefined unless the reason is `invalid-value`.
 */
const rejectedValuesKey: unique symbol = Symbol.for('fw.rejectedValues')

const maxShownSql = 1000

/**
 * Thrown if the database rejects a query, or if its connection fails. The message and the own properties contain SQL
 * and names, but no values. The driver's error, which may contain values, is available only through the getter
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
  readonly #rejectedValues: readonly unknown[]

  constructor(sql: string, details: FailureDetails, driverError: unknown) {
    const shortSql = sql.length > maxShownSql ? `${sql.slice(0, maxShownSql)} …` : sql
    const { stackTraceLimit } = Error
    // Stack traces begin with frames of the adapter; raise the limit so that the caller's frame is included.
    Error.stackTraceLimit = Math.max(stackTraceLimit, 30)
    super(`${withRemedy(details)}\nSQL: ${shortSql}`)
    Error.stackTraceLimit = stackTraceLimit
    this.reason = details.reason
    this.code = details.code
    this.sql = sql
    this.constraint = details.constraint
    this.table = details.table
    this.column = details.column
    this.#driverError = driverError
    this.#rejectedValues = details.rejectedValues ?? []
  }

  get [rejectedValuesKey](): readonly unknown[] | undefined {
    return this.reason === 'invalid-value' ? this.#rejectedValues : undefined
  }

  /** The driver's error. It may contain values of the query, so do not log it. */
  get driverError(): unknown {
    return this.#driverError
  }
}

/**
 * Returns the values of a query that only compares them with columns. Returns an empty list if the query begins with
 * INSERT, UPDATE, REPLACE or MERGE, because it may store the values.
 */
export function comparedValues(sql: string, values: readonly unknown[]): readonly unknown[] {
  return /^\s*(?:insert|update|replace|merge)\b/i.test(sql) ? [] : values
}

/** A failure after which a pool should not reuse the connection. */
export type ConnectionFailure = QueryFailed & { readonly reason: 'connection-lost' | 'read-only' }

/** True if the connection is lost or has become read-only, for example after a failover. */
export function isConnectionFailure(failure: unknown): failure is ConnectionFailure {
  return (
    failure instanceof QueryFailed &&
    (failure.reason === 'connection-lost' || failure.reason === 'read-only')
  )
}

/**
 * Removes the values from a driver's message. Drivers quote both values and names, without escaping, so the message is
 * kept only if each quoted part is a name: one of `names`, a clause such as `where clause`, or a word from the SQL.
 * Otherwise, everything from the first quote to the last is removed.
 */
export function maskValues(
  message: string,
  sql: string,
  names: readonly (string | undefined)[] = [],
): string {
  const isName = (part: string) =>
    names.includes(part) || clauseNames.test(part) || (/^[a-z_]/i.test(part) && sql.includes(part))
  const quotedParts = [...message.matchAll(quotedPart)].map((match) => match[1] ?? match[2] ?? '')
  return quotedParts.every(isName) ? message : message.replace(/['"].*['"]/s, '"…"')
}

const remedies: { readonly [reason in FailureReason]?: string } = {
  'missing-table': 'If a migration creates it, run: npx fw migrate.',
  deadlock: 'Let transaction() retry: { retries: 3 }.',
  'serialization-failure': 'Let transaction() retry: { retries: 3 }.',
  'read-only':
    'The server rejects writes on this connection. After a failover, a pool replaces the connection, so that the ' +
    'next query finds the new primary.',
}

/**
 * Appends the remedy for the reason to the driver's message, which can be with or without a final
 * period.
 */
function withRemedy({ message, reason }: FailureDetails): string {
  const remedy = remedies[reason]
  return remedy === undefined ? message : `${message.replace(/\.$/, '')}. ${remedy}`
}

const quotedPart = /'([^']*)'|"([^"]*)"/g
const clauseNames = /^(field|where|on|having|group|order|set) (list|clause|statement)$/
