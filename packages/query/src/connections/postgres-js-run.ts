import { setImmediate } from 'node:timers/promises'
import { cancellable } from '../cancellable.ts'
import type { Outcome } from '../connection.ts'
import type { PreparedNames } from '../prepared-names.ts'
import type { Statement } from '../sql-writer.ts'
import type { Bindable } from '../value.ts'
import { toPostgresFailure } from './postgres-failure.ts'
import type { PostgresJs, PostgresJsQuery, PostgresJsResult } from './postgres-js-driver.ts'
import { toPostgresText } from './postgres-values.ts'
import { restoreColumn } from './postgres-rows.ts'

/** The type of a literal that is still to be read. The driver has no conversion for it, the server chooses. */
const unknownType = 705

export function runPostgresJs(
  sql: PostgresJs,
  { text, params, recurs }: Statement,
  names: PreparedNames,
  signal?: AbortSignal,
): Promise<Outcome> {
  const prepare = names.find({ text, recurs }) !== undefined
  const values = params.map((value) => toParameter(sql, value))
  const query = sql.unsafe(text, values, { prepare, simple: false })
  const running = query.then(toOutcome, (error: unknown) => {
    throw toPostgresFailure(text, error)
  })
  return signal ? cancellable(running, () => cancel(query, running), signal) : running
}

function toOutcome(result: PostgresJsResult): Outcome {
  const rows = Array.from(result)
  for (const column of result.columns ?? []) {
    restoreColumn(rows, column.name, column.type)
  }
  return { rows, affected: result.count ?? 0 }
}

/**
 * The driver would convert a value by the type that the server names: a boolean column would take 1 for
 * false, and a time would lose its microseconds. As text of no type a value arrives as it is.
 */
function toParameter(sql: PostgresJs, value: Bindable): unknown {
  return value === null ? null : sql.typed(toPostgresText(value), unknownType)
}

async function cancel(query: PostgresJsQuery, running: Promise<unknown>): Promise<void> {
  const state = { isOver: false }
  const end = () => {
    state.isOver = true
  }
  running.then(end, end)
  // A query that is taken back before the driver has sent it would block the connection.
  while (!query.active && !state.isOver) await setImmediate()
  if (!state.isOver) await query.canceller?.(query)
}
