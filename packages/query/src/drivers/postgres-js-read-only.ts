import { QueryFailed } from '../connection/query-failed.ts'
import { toPostgresFailure } from './postgres-failure.ts'
import type { PostgresJs } from './postgres-js-driver.ts'

/** The process of a connection, its age in milliseconds, and `on` if it takes no writes. */
const describeConnection = `SELECT pid, current_setting('transaction_read_only') AS read_only,
  EXTRACT(EPOCH FROM clock_timestamp() - backend_start) * 1000 AS age
  FROM pg_stat_activity WHERE pid = pg_backend_pid()`

const unprepared = { prepare: false, simple: false } as const

/**
 * Ends the idle connections of a pool that take no writes any more, as after a failover. The driver can close none of
 * its connections, so each is asked to end its own process on the server; the driver then opens another. A connection
 * that is opened meanwhile is kept, even if the server still takes no writes.
 */
export async function endReadOnlyConnections(sql: PostgresJs): Promise<void> {
  const began = performance.now()
  const seen = new Set<unknown>()
  // The driver can give the end of one connection to a statement on the next, so there are two turns for each.
  for (let turn = 0; turn < 2 * sql.options.max; turn++) {
    const isKnown = await visit(sql, began, seen).catch(() => false)
    if (isKnown) return
  }
}

/** Visits the connection that the driver lends next, the one that has been idle for longest. */
async function visit(sql: PostgresJs, began: number, seen: Set<unknown>): Promise<boolean> {
  let isKnown = true
  await sql.begin?.('', async (tx) => {
    const [row] = await tx.unsafe(describeConnection, [], unprepared)
    isKnown = !row || seen.has(row['pid']) || Number(row['age']) < performance.now() - began
    if (isKnown) return
    seen.add(row?.['pid'])
    if (row?.['read_only'] !== 'on') return
    await tx
      .unsafe('SELECT pg_terminate_backend(pg_backend_pid())', [], unprepared)
      .catch(untilClosed)
  })
  return isKnown
}

/** On the closed connection the driver would write its ROLLBACK into nothing, and end the process. */
function untilClosed(error: unknown): Promise<void> {
  const failure = toPostgresFailure('', error)
  if (failure instanceof QueryFailed && failure.reason === 'connection-lost') {
    return new Promise(() => {})
  }
  throw error
}
