import { setTimeout as sleep } from 'node:timers/promises'
import type { MigrationSession } from '../database/migration-session.ts'
import { MigrationsLocked, MigrationStopped } from '../errors.ts'

export interface Waiting {
  /** The maximum time to wait for other processes that run migrations, in seconds. */
  readonly wait: number
  /** Aborted to stop the migrations. The reason is the signal that the process received, such as SIGTERM. */
  readonly signal: AbortSignal
  /** Called with lines of output for the user. */
  notice(line: string): void
}

/** Calls `work` while holding the lock that all migrations share. Throws `MigrationsLocked`. */
export async function withLock<T>(
  session: MigrationSession,
  { wait, signal, notice }: Waiting,
  work: () => Promise<T>,
): Promise<T> {
  const end = performance.now() + wait * 1000
  let named = ''
  for (let taken = await session.tryLock(); taken; taken = await session.tryLock()) {
    const { holder } = taken
    if (performance.now() >= end) throw new MigrationsLocked(wait, holder)
    if (holder !== named) notice(`Waiting for another process that runs migrations: ${holder}.`)
    named = holder
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
