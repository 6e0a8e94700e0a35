import { QueryFailed } from '../connection/query-failed.ts'
import { toPostgresFailure } from './postgres-failure.ts'
import type { PostgresJs } from './postgres-js-driver.ts'

/** Returns the process of a connection, its age in milliseconds, and `on` if it is read-only. */
const describeConnection = `SELECT pid, current_setting('transaction_read_only') AS read_only,
  EXTRACT(EPOCH FROM clock_timestamp() - backend_start) * 1000 AS age
  FROM pg_stat_activity WHERE pid = pg_backend_pid()`

const unprepared = { prepare: false, simple: false } as const

/**
 * Ends the idle connections of a pool that have become read-only, as after a failover. The driver
 * cannot close single connections, so each ends its own process on the server, and the driver then
 * opens another one. Connections that are opened meanwhile are kept, even if they are read-only.
 */
export async function endReadOnlyConnections(sql: PostgresJs): Promise<void> {
  const began = performance.now()
  const seen = new Set<unknown>()
  // The driver may report the end of one connection to a query on the next one, so allow two turns
  // for each.
  for (let turn = 0; turn < 2 * sql.options.max; turn++) {
    const isKnown = await visit(sql, began, seen).catch(() => false)
    if (isKnown) return
  }
}

/**
 * Visits the next connection of the driver, which is the one that has been idle the longest.
 * Returns true once all have been visited.
 */
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

/**
 * Never resolves after a lost connection: on a closed connection, the ROLLBACK of the driver would
 * crash the process.
 */
function untilClosed(error: unknown): Promise<void> {
  const failure = toPostgresFailure('', error)
  if (failure instanceof QueryFailed && failure.reason === 'connection-lost') {
    return new Promise(() => {})
  }
  throw error
}
