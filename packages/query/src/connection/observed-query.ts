import { dbQueries, type DbQueryMessage } from '@fw/core/channels'
import type { Dialect } from '../sql/dialect.ts'
import { describeSql } from '../sql/describe-sql.ts'
import type { Statement } from '../sql/sql-writer.ts'
import type { Connection, Outcome, Row } from './connection.ts'

/** Runs a query, and publishes it to the diagnostics channel `fw.db.query`. */
export function runObserved(
  connection: Connection,
  statement: Statement,
  signal?: AbortSignal,
): Promise<Outcome> {
  if (!dbQueries.hasSubscribers) return connection.run(statement, signal)
  const message = messageOf(connection.dialect, statement.text)
  return dbQueries.run(message, () =>
    connection.run(statement, signal).then((outcome) => {
      message.rows = outcome.rows.length || outcome.affected
      return outcome
    }),
  )
}

/** Runs BEGIN, COMMIT and the like, and publishes them to `fw.db.query`. */
export function controlObserved<T>(
  dialect: Dialect,
  sql: string,
  control: () => Promise<T>,
): Promise<T> {
  return dbQueries.hasSubscribers ? dbQueries.run(messageOf(dialect, sql), control) : control()
}

/**
 * Yields the rows of a query in batches as they arrive, and publishes the query to `fw.db.query`. Subscribers see the
 * end of the query when the caller stops reading.
 */
export function streamObserved(
  connection: Connection,
  statement: Statement,
  size: number,
  signal?: AbortSignal,
): AsyncGenerator<Row[], void> {
  const batches = connection.stream(statement, size, signal)
  return dbQueries.hasSubscribers
    ? observe(batches, messageOf(connection.dialect, statement.text))
    : batches
}

async function* observe(
  batches: AsyncGenerator<Row[], void>,
  message: DbQueryMessage,
): AsyncGenerator<Row[], void> {
  let rows = 0
  try {
    let next = await dbQueries.begin(message, () => batches.next())
    while (!next.done) {
      rows += next.value.length
      yield next.value
      next = await batches.next()
    }
  } catch (error) {
    dbQueries.fail(message, error)
    throw error
  } finally {
    message.rows = rows
    await batches.return()
    dbQueries.finish(message)
  }
}

const systems = { postgres: 'postgresql', mysql: 'mysql', sqlite: 'sqlite' } as const

function messageOf({ name }: Dialect, sql: string): DbQueryMessage {
  return { system: systems[name], sql, ...describeSql(sql) }
}
