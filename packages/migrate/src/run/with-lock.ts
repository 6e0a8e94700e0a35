import { setTimeout as sleep } from 'node:timers/promises'
import type { MigrationSession } from '../database/migration-session.ts'
import { MigrationsLocked, MigrationStopped } from '../errors.ts'

export interface LockOptions {
  /** The maximum time to wait for other processes that run migrations, in seconds. */
  readonly wait: number
  /** Aborted to stop the migrations. The reason is the signal that the process received, such as SIGTERM. */
  readonly signal: AbortSignal
  /** Called with lines of output for the user. */
  notice(line: string): void
}

/** Calls `work` while holding the lock that all migrations share. Throws `MigrationsLocked` or `MigrationStopped`. */
export async function withLock<T>(
  session: MigrationSession,
  { wait, signal, notice }: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const end = performance.now() + wait * 1000
  let reportedHolder = ''
  for (let locked = await session.tryLock(); locked; locked = await session.tryLock()) {
    const { holder } = locked
    if (performance.now() >= end) throw new MigrationsLocked(wait, holder)
    if (holder !== reportedHolder) notice(`Waiting for the lock for migrations, held by ${holder}.`)
    reportedHolder = holder
    await sleep(1000, undefined, { signal }).catch(() => {})
    if (signal.aborted)
      throw new MigrationStopped(String(signal.reason), 'No migration was started.')
  }
  try {
    return await work()
  } finally {
    // If the connection is lost, the lock is released, too.
    await session.unlock().catch(() => {})
  }
}
