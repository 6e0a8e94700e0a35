import { transaction } from '@fw/query'
import { InvalidMigration, MigrationFailed } from '../errors.ts'
import type { SqlStatement } from '../files/split-statements.ts'
import { requireLock, runStatementOf, workOf, type Run, type Step } from './step.ts'
import { checksumOfCompleted, unfinishedError } from './unfinished-error.ts'

/**
 * Runs a migration that is not in a single transaction, and records how many of its SQL statements are complete. Throws
 * `MigrationUnfinished`, `LockLost`, or `InvalidMigration` if a completed statement has changed in the file.
 */
export async function runStepwise(step: Step, run: Run): Promise<boolean> {
  const { session } = run
  await requireLock(session, step.migration.id)
  for (const sql of session.lockTimeoutSql(step.script.lockTimeout, false)) await session.exec(sql)
  const work = workOf(step)
  if (typeof work === 'function') await runFunction(step, work, run)
  else await runStatements(step, work, run)
  return true
}

async function runStatements(
  step: Step,
  statements: readonly SqlStatement[],
  run: Run,
): Promise<void> {
  const { session, signal } = run
  const completed = step.record?.statements ?? 0
  requireSameBeginning(step, statements, completed)
  await recordProgress(step, run, session.client, completed, statements)
  for (let done = completed; done < statements.length; done++) {
    const statement = statements[done] as SqlStatement
    if (signal.aborted)
      throw unfinishedError(step, done, `was not started: ${String(signal.reason)}.`)
    await requireLock(session, step.migration.id)
    try {
      await inRecordTransaction(run, async (tx) => {
        await runStatementOf(step.migration, statement, session)
        await recordProgress(step, run, tx, done + 1, statements)
      })
    } catch (error) {
      throw unfinishedError(step, done, `has failed. ${describeFailure(error)}`, error)
    }
  }
  await finish(step, run, session.client, statements.length)
}

async function runFunction(step: Step, work: (tx: object) => unknown, run: Run): Promise<void> {
  const { session } = run
  await recordProgress(step, run, session.client, 0, [])
  const perform = async (tx: object) => {
    await work(tx)
    await finish(step, run, tx, 1)
  }
  try {
    await (step.script.transaction ? transaction(session.client, perform) : perform(session.client))
  } catch (error) {
    throw unfinishedError(step, 0, `has failed. ${describeFailure(error)}`, error)
  }
}

/**
 * Runs a query and updates the record. MySQL commits changes to rows together with the record, but changes to tables
 * immediately, before they are counted.
 */
function inRecordTransaction(run: Run, work: (tx: object) => Promise<void>): Promise<void> {
  const { session } = run
  return session.dialect === 'mysql' ? transaction(session.client, work) : work(session.client)
}

function recordProgress(
  { migration: { id }, direction }: Step,
  { records }: Run,
  tx: object,
  done: number,
  statements: readonly SqlStatement[],
): Promise<void> {
  const state = direction === 'up' ? 'started' : 'reverting'
  const checksum = checksumOfCompleted(statements, done)
  return records.write(tx, { id, checksum, state, statements: done })
}

async function finish(
  { migration, direction }: Step,
  { records, session }: Run,
  tx: object,
  count: number,
): Promise<void> {
  const { id, checksum } = migration
  await session.restoreSettings()
  return direction === 'down'
    ? records.remove(tx, id)
    : records.write(tx, { id, checksum, state: 'applied', statements: count })
}

function requireSameBeginning(
  { migration, record }: Step,
  statements: readonly SqlStatement[],
  done: number,
): void {
  if (!record || checksumOfCompleted(statements, done) === record.checksum) return
  throw new InvalidMigration(
    migration.file,
    'statements that are already done have changed in the file. Restore them: ' +
      'only the SQL after them may be changed.',
  )
}

function describeFailure(error: unknown): string {
  if (error instanceof MigrationFailed) return `${error.at}: ${error.reason}`
  return error instanceof Error ? error.message : String(error)
}
