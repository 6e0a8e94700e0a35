import { setTimeout as sleep } from 'node:timers/promises'

import { QueryFailed } from '../connection/query-failed.ts'

const busyTimeout = 5000

/** SQLITE_BUSY and its variants, except SQLITE_BUSY_SNAPSHOT, for which waiting does not help. */
const busy = 5
const busySnapshot = 517

/**
 * Retries work for up to 5 seconds while another connection locks the database and `canWait` returns true. Other work
 * of the process can run between attempts; SQLite's own busy timeout would block the process, even if the process
 * itself holds the lock.
 */
export async function untilUnlocked<T>(
  work: () => T,
  canWait: () => boolean,
  signal?: AbortSignal,
): Promise<T> {
  const end = performance.now() + busyTimeout
  for (let pause = 1; ; pause = Math.min(2 * pause, 32)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || !canWait()) throw error
      do {
        if (performance.now() >= end) throw error
        // Random, so that several processes do not retry at the same time.
        await sleep(pause * (0.5 + Math.random()))
        signal?.throwIfAborted()
        // `work` must not run in a transaction that other code began on this connection meanwhile.
      } while (!canWait())
    }
  }
}

function isBusy(error: unknown): boolean {
  const { errcode } = (error instanceof QueryFailed ? error.driverError : error) as {
    errcode?: unknown
  }
  return typeof errcode === 'number' && errcode % 256 === busy && errcode !== busySnapshot
}
