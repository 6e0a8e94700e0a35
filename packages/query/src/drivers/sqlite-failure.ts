import {
  comparedValues,
  maskValues,
  QueryFailed,
  type FailureReason,
} from '../connection/query-failed.ts'

const reasons: Record<number, FailureReason> = {
  5: 'lock-timeout',
  6: 'lock-timeout',
  9: 'cancelled',
  14: 'no-connection',
  18: 'invalid-value',
  20: 'invalid-value',
  261: 'lock-timeout',
  275: 'check-violation',
  517: 'serialization-failure',
  787: 'foreign-key-violation',
  1299: 'not-null-violation',
  1555: 'unique-violation',
  2067: 'unique-violation',
  2579: 'unique-violation',
  3091: 'invalid-value',
}

export function toSqliteFailure(
  sql: string,
  error: unknown,
  values: readonly unknown[] = [],
): unknown {
  if (!(error instanceof Error)) return error
  const { code, errcode, message } = error as Error & { code?: string; errcode?: number }
  const isTooBig = message.startsWith('BigInt value is too large')
  // Errors that do not come from SQLite are mistakes in the caller's code.
  if (code !== 'ERR_SQLITE_ERROR' && code !== 'ERR_INVALID_STATE' && !isTooBig) return error
  const [, missing] = missingTable.exec(message) ?? []
  const [, table = missing, column] = names.exec(message) ?? []
  const reason = isTooBig ? 'invalid-value' : reasonOf(code, errcode, missing)
  return new QueryFailed(
    sql,
    {
      reason,
      code: errcode === undefined ? code : `SQLITE_${errcode}`,
      message: maskValues(message, sql),
      table,
      column,
      rejectedValues: comparedValues(sql, values),
    },
    error,
  )
}

function reasonOf(
  code: string | undefined,
  errcode = 0,
  missing: string | undefined,
): FailureReason {
  if (missing !== undefined) return 'missing-table'
  return code === 'ERR_INVALID_STATE' ? 'no-connection' : (reasons[errcode] ?? 'other')
}

const missingTable = /^no such table: (?:main\.)?(\S+)$/
const names = /(?:constraint failed:|value in \S+ column) ([^.\s]+)\.([^.\s,]+)$/
