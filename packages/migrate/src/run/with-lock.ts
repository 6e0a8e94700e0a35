import { setTimeout as sleep } from 'node:timers/promises'
import type { MigrationSession } from '../database/migration-session.ts'
import { MigrationsLocked, MigrationStopped } from '../errors.ts'

export interface Waiting {
  /** How many seconds to wait for others who migrate. */
  readonly wait: number
  /** Asks to stop; its reason says who asks. */
  readonly signal: AbortSignal
  /** Is told what somebody who watches wants to know. */
  notice(line: string): void
}

/** Works with the lock of all migrations. Throws `MigrationsLocked`. */
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
    if (holder !== named) notice(`Waiting for somebody else who migrates: ${holder}.`)
    named = holder
    await sleep(1000, undefined, { signal }).catch(() => {})
    if (signal.aborted) throw new MigrationStopped(String(signal.reason), 'Nothing has begun.')
  }
  try {
    return await work()
  } finally {
    // Where the connection is lost, so is the lock.
    await session.unlock().catch(() => {})
  }
}
