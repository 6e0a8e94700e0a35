import { setTimeout as sleep } from 'node:timers/promises'
import { CommitUncertain, QueryFailed, transaction } from '@fw/query'
import { MigrationFailed, MigrationProblem, MigrationsLocked, MigrationStopped } from '../errors.ts'
import { lengthOf, requireLock, runStatementOf, workOf, type Run, type Step } from './step.ts'

/**
 * Runs or reverts a migration and updates its record in one transaction. Returns false if another
 * process has done that in the meantime. Throws `MigrationFailed`, `MigrationStopped`,
 * `MigrationsLocked` or `LockLost`. If a migration function exceeds the lock timeout in each
 * attempt, throws its last error.
 */
export async function runInTransaction(step: Step, run: Run): Promise<boolean> {
  const { session, signal } = run
  const end = performance.now() + run.wait * 1000
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(step, run)
    } catch (error) {
      const cause = error instanceof MigrationFailed ? error.cause : error
      if (!isLockTimeout(cause) || signal.aborted) throw error
      // SQLite locks the whole file when the transaction begins, so `run.wait` limits the retries.
      if (session.dialect === 'sqlite') {
        if (performance.now() >= end)
          throw new MigrationsLocked(run.wait, 'a writer of the same file')
      } else if (attempt === 3) throw error
      run.notice(`${step.migration.id} could not get a lock in time, and is retried.`)
      await sleep(500, undefined, { signal }).catch(() => {})
    }
  }
}

async function runOnce(step: Step, run: Run): Promise<boolean> {
  const { session, records, signal } = run
  const { id, checksum } = step.migration
  const cancel = () => void session.cancel().catch(() => {})
  try {
    return await transaction(session.client, async (tx) => {
      // The lock is checked inside the transaction, because poolers do not switch the connection there.
      await requireLock(session, id)
      const isDone = ((await records.stateOf(tx, id)) === 'applied') === (step.direction === 'up')
      if (isDone) return false
      signal.addEventListener('abort', cancel, { once: true })
      for (const sql of session.lockTimeoutSql(step.script.lockTimeout, true))
        await session.exec(sql)
      await perform(step, run, tx)
      await session.checkBeforeCommit(tx)
      // The migration may have switched to a role that has no privileges for the table of records.
      await session.restoreSettings()
      if (step.direction === 'down') await records.remove(tx, id)
      else await records.write(tx, { id, checksum, state: 'applied', statements: lengthOf(step) })
      signal.throwIfAborted()
      return true
    })
  } catch (error) {
    if (signal.aborted && !(error instanceof CommitUncertain))
      throw new MigrationStopped(String(signal.reason), `The transaction of ${id} was rolled back.`)
    if (error instanceof MigrationProblem && error.name !== 'MigrationProblem') throw error
    if (isLockTimeout(error)) throw error
    throw new MigrationFailed(id, step.migration.file, error)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

async function perform(step: Step, run: Run, tx: object): Promise<void> {
  const work = workOf(step)
  if (typeof work === 'function') return void (await work(tx))
  for (const statement of work) {
    run.signal.throwIfAborted()
    await runStatementOf(step.migration, statement, run.session)
    // Pauses between two statements so that signals are handled, because SQLite blocks the process.
    if (run.session.dialect === 'sqlite') await sleep(0)
  }
}

function isLockTimeout(error: unknown): boolean {
  if (error instanceof QueryFailed) return error.reason === 'lock-timeout'
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
