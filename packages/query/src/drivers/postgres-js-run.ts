import { setImmediate } from 'node:timers/promises'
import { cancellable } from '../connection/cancellation.ts'
import type { Outcome, Row } from '../connection/connection.ts'
import type { PreparedNames } from '../connection/prepared-names.ts'
import type { Statement } from '../sql/sql-writer.ts'
import { toLocal } from '../rows/date-columns.ts'
import { requireSupportedYear, type Bindable } from '../sql/value.ts'
import { toPostgresFailure } from './postgres-failure.ts'
import type {
  PostgresJs,
  PostgresJsOptions,
  PostgresJsQuery,
  PostgresJsResult,
} from './postgres-js-driver.ts'
import { restoreColumn, toPostgresText } from './postgres-values.ts'

/** The type number for an untyped literal. The driver does not convert the value; the server chooses its type. */
const unknownType = 705

const prepared = { prepare: true, simple: false } as const
const unprepared = { prepare: false, simple: false } as const

/** The arguments that the driver needs for a query. While the query runs, its other data can be garbage collected. */
export interface PostgresJsCall {
  readonly text: string
  readonly parameters: unknown[]
  readonly options: PostgresJsOptions
}

export function toPostgresJsCall(
  sql: PostgresJs,
  statement: Statement,
  names: PreparedNames,
): PostgresJsCall {
  const named = names.find(statement)
  const parameters = statement.params.map((value) => toParameter(sql, value))
  return named
    ? { text: named.text, parameters, options: prepared }
    : { text: statement.text, parameters, options: unprepared }
}

export function runPostgresJs(
  sql: PostgresJs,
  call: PostgresJsCall,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { text, parameters, options } = call
  const query = sql.unsafe(text, parameters, options)
  const running = query.then(toOutcome, (error: unknown) => {
    throw toPostgresJsFailure(call, error)
  })
  return signal ? cancellable(running, () => cancel(query, running), signal) : running
}

export function toPostgresJsFailure({ text, parameters }: PostgresJsCall, error: unknown): unknown {
  const values = parameters.map((parameter) => (parameter as TypedValue | null)?.value)
  return toPostgresFailure(text, error, values)
}

/** The wrapper created by the driver's `typed`. */
interface TypedValue {
  readonly value: unknown
}

export function toOutcome(result: PostgresJsResult): Outcome {
  const { columns, count } = result
  // The driver's list is a subclass of Array, for which `slice` and `Array.from` are slow. Adding to an empty list
  // allocates space for 17 elements.
  const rows = result.length === 0 ? [] : [result[0] as Row]
  for (let index = 1; index < result.length; index++) rows.push(result[index] as Row)
  if (columns) for (const { name, type } of columns) restoreColumn(rows, name, type, 'Z')
  return { rows, affected: count ?? 0 }
}

/**
 * Converts a value to an untyped string, so that it arrives unchanged. With a type, the driver would convert it: for a
 * boolean column, 1 would become false, and a time would lose its microseconds.
 */
function toParameter(sql: PostgresJs, value: Bindable): unknown {
  if (value instanceof Date) requireSupportedYear(toLocal(value), 100, 'postgres.js')
  return value === null ? null : sql.typed(toPostgresText(value), unknownType)
}

async function cancel(query: PostgresJsQuery, running: Promise<unknown>): Promise<void> {
  const state = { isOver: false }
  const end = () => {
    state.isOver = true
  }
  running.then(end, end)
  // Cancelling a query that the driver has not sent yet would block the connection.
  while (!query.active && !state.isOver) await setImmediate()
  if (!state.isOver) await query.canceller?.(query)
}
