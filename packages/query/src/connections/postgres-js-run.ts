import { cancellable } from '../cancellable.ts'
import type { Outcome } from '../connection.ts'
import type { PreparedNames } from '../prepared-names.ts'
import type { Statement } from '../sql-writer.ts'
import type { Bindable } from '../value.ts'
import { toPostgresFailure } from './postgres-failure.ts'
import type { PostgresJs, PostgresJsQuery, PostgresJsResult } from './postgres-js-driver.ts'
import { toPostgresValues } from './postgres-values.ts'
import { restoreIntegers } from './restore-integers.ts'

const int8 = 20

export function runPostgresJs(
  sql: PostgresJs,
  statement: Statement,
  names: PreparedNames,
  signal?: AbortSignal,
): Promise<Outcome> {
  const query = sql.unsafe(statement.text, toParameters(statement.params), {
    prepare: names.nameOf(statement) !== undefined,
    simple: false,
  })
  const running = query.then(toOutcome, (error: unknown) => {
    throw toPostgresFailure(statement.text, error)
  })
  return signal ? cancellable(running, () => cancel(query), signal) : running
}

function toOutcome(result: PostgresJsResult): Outcome {
  const rows = Array.from(result)
  for (const column of result.columns ?? []) {
    if (column.type === int8) restoreIntegers(rows, column.name)
  }
  return { rows, affected: result.count ?? 0 }
}

function toParameters(values: readonly Bindable[]): readonly unknown[] {
  // The driver would declare a bigint's type, and then it could not be compared with other numbers.
  return toPostgresValues(values).map((value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

function cancel(query: PostgresJsQuery): Promise<void> {
  if (query.canceller) return query.canceller(query)
  query.cancel()
  return Promise.resolve()
}
