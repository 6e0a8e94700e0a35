import {
  comparedValues,
  maskValues,
  QueryFailed,
  type FailureReason,
} from '../connection/query-failed.ts'

interface MysqlError extends Error {
  readonly code?: string
  readonly errno?: number
  readonly sqlMessage?: string
  readonly fatal?: boolean
}

const reasons: Record<string, FailureReason> = {
  ECONNREFUSED: 'no-connection',
  ECONNRESET: 'connection-lost',
  EHOSTUNREACH: 'no-connection',
  ENOENT: 'no-connection',
  ENOTFOUND: 'no-connection',
  EPIPE: 'connection-lost',
  ER_ACCESS_DENIED_ERROR: 'no-connection',
  ER_BAD_DB_ERROR: 'no-connection',
  ER_BAD_NULL_ERROR: 'not-null-violation',
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'read-only',
  ER_CHECK_CONSTRAINT_VIOLATED: 'check-violation',
  ER_CON_COUNT_ERROR: 'no-connection',
  ER_CLIENT_INTERACTION_TIMEOUT: 'connection-lost',
  ER_CONSTRAINT_FAILED: 'check-violation',
  ER_DATA_OUT_OF_RANGE: 'invalid-value',
  ER_DATA_TOO_LONG: 'invalid-value',
  ER_DBACCESS_DENIED_ERROR: 'no-connection',
  ER_DUP_ENTRY: 'unique-violation',
  ER_INVALID_JSON_TEXT: 'invalid-value',
  ER_LOCK_DEADLOCK: 'deadlock',
  ER_LOCK_NOWAIT: 'lock-timeout',
  ER_LOCK_WAIT_TIMEOUT: 'lock-timeout',
  ER_NO_DEFAULT_FOR_FIELD: 'not-null-violation',
  ER_NO_REFERENCED_ROW: 'foreign-key-violation',
  ER_NO_REFERENCED_ROW_2: 'foreign-key-violation',
  ER_NO_SUCH_TABLE: 'missing-table',
  ER_QUERY_INTERRUPTED: 'cancelled',
  ER_QUERY_TIMEOUT: 'cancelled',
  ER_READ_ONLY_MODE: 'read-only',
  ER_ROW_IS_REFERENCED: 'foreign-key-violation',
  ER_ROW_IS_REFERENCED_2: 'foreign-key-violation',
  ER_SERVER_SHUTDOWN: 'connection-lost',
  ER_SESSION_WAS_KILLED: 'connection-lost',
  ER_TOO_MANY_USER_CONNECTIONS: 'no-connection',
  ER_TRUNCATED_WRONG_VALUE: 'invalid-value',
  ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: 'invalid-value',
  ER_USER_LIMIT_REACHED: 'no-connection',
  ER_WARN_DATA_OUT_OF_RANGE: 'invalid-value',
  ER_WRONG_VALUE: 'invalid-value',
  ER_WRONG_VALUE_FOR_TYPE: 'invalid-value',
  ETIMEDOUT: 'no-connection',
  PROTOCOL_CONNECTION_LOST: 'connection-lost',
  WARN_DATA_TRUNCATED: 'invalid-value',
}

/**
 * The reasons by error number. For some errors, the driver has no name, or, if they come from
 * MariaDB, the name of a MySQL error with the same number.
 */
const reasonsByNumber: Record<number, FailureReason> = {
  1205: 'lock-timeout',
  1927: 'connection-lost',
  1969: 'cancelled',
  3572: 'lock-timeout',
  4025: 'check-violation',
}

const constraintPatterns: { readonly [reason in FailureReason]?: RegExp } = {
  'unique-violation': /for key '([^']+)'$/,
  'foreign-key-violation': /CONSTRAINT `([^`]+)`/,
  'check-violation': /(?:CONSTRAINT `|[Cc]onstraint ')([^`']+)[`']/,
}

const columnPatterns = [
  /^(?:Column|Field) '([^']+)'/,
  /^(?:Out of range value|Data too long|Data truncated) for column '([^']+)'/,
  /^Incorrect .* for column (?:`[^`]*`\.)*[`']([^`']+)[`']/s,
]

/** Captures the table with and without its database. */
const missingTable = /^Table '((?:[^'.]+\.)?([^']+))' doesn't exist/

export function toMysqlFailure(
  sql: string,
  error: unknown,
  values: readonly unknown[] = [],
): unknown {
  if (!(error instanceof Error) || error instanceof QueryFailed) return error
  const failure = error as MysqlError
  const reason = reasonOf(failure)
  // A TypeError or RangeError is a mistake in the caller's code, not a database error.
  if (reason === 'other' && failure.errno === undefined) return error
  const text = failure.sqlMessage ?? failure.message
  const constraint = constraintPatterns[reason]?.exec(text)?.[1]
  const [, missing, table] = missingTable.exec(text) ?? []
  const column = columnPatterns.map((pattern) => pattern.exec(text)?.[1]).find(Boolean)
  return new QueryFailed(
    sql,
    {
      reason,
      code: failure.code,
      message: messageOf(text, reason, sql, [constraint, column, missing]),
      constraint,
      table,
      column,
      rejectedValues: comparedValues(sql, values),
    },
    error,
  )
}

function reasonOf({ code, errno, message, fatal }: MysqlError): FailureReason {
  const known = reasons[code ?? ''] ?? reasonsByNumber[errno ?? 0]
  if (known) return known
  // The message contains COERCIBLE if a value is involved, not only columns.
  if (errno === 1267 && message.includes('COERCIBLE')) return 'invalid-value'
  // Server options other than read-only cause the same error number.
  if (errno === 1290 && /read[-_]only/.test(message)) return 'read-only'
  if (/Queue limit reached|No connections available|Pool is closed/.test(message)) {
    return 'no-connection'
  }
  return fatal || /closed state/.test(message) ? 'connection-lost' : 'other'
}

function messageOf(
  text: string,
  reason: FailureReason,
  sql: string,
  names: readonly (string | undefined)[],
): string {
  if (reason === 'no-connection') {
    return /Queue limit|No connections available/.test(text)
      ? 'No connection of the pool is free. Raise its "connectionLimit" or "queueLimit", or look for ' +
          `transactions that stay open or wait for a second connection (${text}).`
      : `There is no connection to the database (${text}).`
  }
  if (reason === 'connection-lost') {
    return `The connection was lost; it is not known whether the query took effect (${text}).`
  }
  return maskValues(text, sql, names)
}
