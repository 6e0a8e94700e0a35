import {
  comparedValues,
  maskValues,
  QueryFailed,
  type FailureReason,
} from '../connection/query-failed.ts'

/** The properties of an error from `pg`, or from postgres.js, which names them `constraint_name` and so on. */
interface PostgresError extends Error {
  readonly code?: string
  readonly constraint?: string
  readonly constraint_name?: string
  readonly table?: string
  readonly table_name?: string
  readonly column?: string
  readonly column_name?: string
  /** The context of the error. If a parameter could not be read, it contains the number of the parameter. */
  readonly where?: string
}

const reasons: Record<string, FailureReason> = {
  '22001': 'invalid-value',
  '22003': 'invalid-value',
  '22007': 'invalid-value',
  '22008': 'invalid-value',
  '22021': 'invalid-value',
  '22025': 'invalid-value',
  '22026': 'invalid-value',
  '22P02': 'invalid-value',
  '22P05': 'invalid-value',
  '2201B': 'invalid-value',
  '23502': 'not-null-violation',
  '23503': 'foreign-key-violation',
  '23505': 'unique-violation',
  '23514': 'check-violation',
  '23P01': 'exclusion-violation',
  '25006': 'read-only',
  '25P03': 'connection-lost',
  '25P04': 'connection-lost',
  '40001': 'serialization-failure',
  '40P01': 'deadlock',
  '42P01': 'missing-table',
  '53300': 'no-connection',
  '55P03': 'lock-timeout',
  '54000': 'invalid-value',
  '57014': 'cancelled',
  '57P03': 'no-connection',
  CONNECT_TIMEOUT: 'no-connection',
  ECONNREFUSED: 'no-connection',
  EHOSTUNREACH: 'no-connection',
  ENOENT: 'no-connection',
  ENOTFOUND: 'no-connection',
  ETIMEDOUT: 'no-connection',
  CONNECTION_CLOSED: 'connection-lost',
  CONNECTION_DESTROYED: 'connection-lost',
  CONNECTION_ENDED: 'no-connection',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
}

const reasonsByClass: Record<string, FailureReason> = {
  '08': 'connection-lost',
  '28': 'no-connection',
  '3D': 'no-connection',
  '57': 'connection-lost',
}

/** A query that returns a row with `transaction_read_only`: `on` if the session is read-only, else `off`. */
export const readOnlySetting = 'SHOW transaction_read_only'

/** Converts an error to `QueryFailed`. A `QueryFailed`, or a value that is not an error, is returned unchanged. */
export function toPostgresFailure(
  sql: string,
  error: unknown,
  values: readonly unknown[] = [],
): unknown {
  if (!(error instanceof Error) || error instanceof QueryFailed) return error
  const failure = error as PostgresError
  const constraint = failure.constraint ?? failure.constraint_name
  const table = failure.table ?? failure.table_name
  const column = failure.column ?? failure.column_name
  const reason = reasonOf(failure)
  return new QueryFailed(
    sql,
    {
      reason,
      code: failure.code,
      message: messageOf(failure, reason, sql, [constraint, table, column]),
      constraint,
      table,
      column,
      rejectedValues: rejectedValuesOf(failure, sql, values),
    },
    error,
  )
}

/**
 * True if a query was rejected before it ran because its prepared form no longer exists, already exists behind a
 * pooler, or is outdated because a table has changed. It can be run again without a name.
 */
export function isStalePlan(error: unknown): boolean {
  const { code = '', message } = error as PostgresError
  return (
    ['26000', '42P05'].includes(code) ||
    (code === '0A000' && message.startsWith('cached plan must not change'))
  )
}

function reasonOf({ code, message }: PostgresError): FailureReason {
  if (code !== undefined) {
    return (
      reasons[code] ?? (code.length === 5 ? reasonsByClass[code.slice(0, 2)] : undefined) ?? 'other'
    )
  }
  if (/trying to connect|connection timeout|end on the pool|free connection/.test(message)) {
    return 'no-connection'
  }
  return /Connection terminated|connection error|was closed/.test(message)
    ? 'connection-lost'
    : 'other'
}

function rejectedValuesOf(
  { where }: PostgresError,
  sql: string,
  values: readonly unknown[],
): readonly unknown[] {
  const [, number] = /\bportal\b.*?\$(\d+)/i.exec(where ?? '') ?? []
  return number === undefined
    ? comparedValues(sql, values)
    : values.slice(Number(number) - 1, Number(number))
}

function messageOf(
  error: PostgresError,
  reason: FailureReason,
  sql: string,
  names: readonly (string | undefined)[],
): string {
  const cause = error instanceof AggregateError ? String(error.errors[0]?.message) : error.message
  if (reason === 'no-connection') return noConnection(cause)
  if (reason === 'connection-lost') {
    return `The connection was lost; it is not known whether the query took effect (${cause}).`
  }
  return maskValues(cause, sql, names).replaceAll(/\b0x[0-9a-f]+/g, '0x…')
}

function noConnection(cause: string): string {
  return /timeout exceeded when trying to connect|free connection/.test(cause)
    ? 'No connection of the pool became free in time. Raise its "max", or look for transactions that stay ' +
        `open or wait for a second connection (${cause}).`
    : `There is no connection to the database (${cause}).`
}
