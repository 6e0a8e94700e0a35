import { setImmediate } from 'node:timers/promises'
import { cancellable } from '../connection/cancellable.ts'
import type { Outcome, Row } from '../connection/connection.ts'
import type { PreparedNames } from '../connection/prepared-names.ts'
import type { Statement } from '../sql/sql-writer.ts'
import type { Bindable } from '../sql/value.ts'
import { toPostgresFailure } from './postgres-failure.ts'
import type { PostgresJs, PostgresJsQuery, PostgresJsResult } from './postgres-js-driver.ts'
import { toPostgresText } from './postgres-values.ts'
import { restoreColumn } from './postgres-rows.ts'

/** The type of a literal that is still to be read. The driver has no conversion for it, the server chooses. */
const unknownType = 705

const prepared = { prepare: true, simple: false } as const
const unprepared = { prepare: false, simple: false } as const

export function runPostgresJs(
  sql: PostgresJs,
  statement: Statement,
  names: PreparedNames,
  signal?: AbortSignal,
): Promise<Outcome> {
  const query = sendPostgresJs(sql, statement, names)
  const running = query.then(toOutcome, (error: unknown) => {
    throw toPostgresFailure(statement.text, error)
  })
  return signal ? cancellable(running, () => cancel(query, running), signal) : running
}

export function sendPostgresJs(
  sql: PostgresJs,
  statement: Statement,
  names: PreparedNames,
): PostgresJsQuery {
  const named = names.find(statement)
  const parameters = toParameters(sql, statement.params)
  return named
    ? sql.unsafe(named.text, parameters, prepared)
    : sql.unsafe(statement.text, parameters, unprepared)
}

export function toOutcome(result: PostgresJsResult): Outcome {
  const { columns, count } = result
  // The driver's list has a class of its own, which makes `slice` and `Array.from` slow.
  const rows: Row[] = []
  for (let index = 0; index < result.length; index++) rows.push(result[index] as Row)
  if (columns) for (const { name, type } of columns) restoreColumn(rows, name, type)
  return { rows, affected: count ?? 0 }
}

function toParameters(sql: PostgresJs, params: readonly Bindable[]): unknown[] {
  const parameters: unknown[] = []
  for (const value of params) parameters.push(toParameter(sql, value))
  return parameters
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
