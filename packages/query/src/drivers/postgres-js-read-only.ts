import { QueryFailed } from '../connection/query-failed.ts'
import { toPostgresFailure } from './postgres-failure.ts'
import type { PostgresJs } from './postgres-js-driver.ts'

/**
 * A query that returns the process id of its connection, the connection's age in milliseconds, and `on` if it is
 * read-only.
 */
const describeConnection = `SELECT pid, current_setting('transaction_read_only') AS read_only,
  EXTRACT(EPOCH FROM clock_timestamp() - backend_start) * 1000 AS age
  FROM pg_stat_activity WHERE pid = pg_backend_pid()`

const unprepared = { prepare: false, simple: false } as const

/**
 * Closes the idle connections of a pool that have become read-only, for example after a failover. The driver cannot
 * close individual connections, so each one ends its own process on the server, and the driver then opens a new one.
 * Connections that are opened in the meantime are kept, even if they are read-only.
 */
export async function endReadOnlyConnections(sql: PostgresJs): Promise<void> {
  const startedAt = performance.now()
  const seenPids = new Set<unknown>()
  // When a connection ends, the driver may throw the error in the next query, so each connection has two turns.
  for (let turn = 0; turn < 2 * sql.options.max; turn++) {
    const wasSeen = await checkNextConnection(sql, startedAt, seenPids).catch(() => false)
    if (wasSeen) return
  }
}

/**
 * Checks the driver's next connection, which is the one that has been idle the longest, and ends it if it is read-only.
 * Returns true if it has been checked before, or was opened after `startedAt`.
 */
async function checkNextConnection(
  sql: PostgresJs,
  startedAt: number,
  seenPids: Set<unknown>,
): Promise<boolean> {
  let wasSeen = true
  await sql.begin?.('', async (tx) => {
    // Measured before the query, because its response may be late.
    const elapsed = performance.now() - startedAt
    const [row] = await tx.unsafe(describeConnection, [], unprepared)
    wasSeen = !row || seenPids.has(row['pid']) || Number(row['age']) < elapsed
    if (wasSeen) return
    seenPids.add(row?.['pid'])
    if (row?.['read_only'] !== 'on') return
    await tx
      .unsafe('SELECT pg_terminate_backend(pg_backend_pid())', [], unprepared)
      .catch(hangIfLost)
  })
  return wasSeen
}

/**
 * Returns a promise that never settles if the connection is lost: the driver's ROLLBACK on a closed connection would
 * crash the process. Throws other errors again.
 */
function hangIfLost(error: unknown): Promise<void> {
  const failure = toPostgresFailure('', error)
  if (failure instanceof QueryFailed && failure.reason === 'connection-lost') {
    return new Promise(() => {})
  }
  throw error
}
