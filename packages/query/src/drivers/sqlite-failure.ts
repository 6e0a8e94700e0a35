import { maskValues, QueryFailed, type FailureReason } from '../connection/query-failed.ts'

const reasons: Record<number, FailureReason> = {
  5: 'lock-timeout',
  6: 'lock-timeout',
  9: 'cancelled',
  14: 'no-connection',
  261: 'lock-timeout',
  275: 'check-violation',
  517: 'serialization-failure',
  787: 'foreign-key-violation',
  1299: 'not-null-violation',
  1555: 'unique-violation',
  2067: 'unique-violation',
  2579: 'unique-violation',
}

export function toSqliteFailure(sql: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, errcode, message } = error as Error & { code?: string; errcode?: number }
  // An error that is not SQLite's own is a mistake in a call.
  if (code !== 'ERR_SQLITE_ERROR' && code !== 'ERR_INVALID_STATE') return error
  const reason = code === 'ERR_INVALID_STATE' ? 'no-connection' : (reasons[errcode ?? 0] ?? 'other')
  const [, table, column] = /constraint failed: ([^.\s]+)\.([^.\s,]+)$/.exec(message) ?? []
  return new QueryFailed(
    sql,
    {
      reason,
      code: errcode === undefined ? code : `SQLITE_${errcode}`,
      message: maskValues(message, sql),
      table,
      column,
    },
    error,
  )
}
