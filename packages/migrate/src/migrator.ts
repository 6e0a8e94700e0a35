import type { MigrationSession } from './database/migration-session.ts'
import { InvalidMigration, MigrationStopped } from './errors.ts'
import { readMigrations, type Migration } from './files/read-migrations.ts'
import { findMigration, planMigrations, type Plan } from './plan.ts'
import { MigrationRecords, type MigrationRecord } from './records.ts'
import { runStepwise } from './run/stepwise.ts'
import { runInTransaction } from './run/in-transaction.ts'
import type { Run, Step } from './run/step.ts'
import { leftUnfinishedError } from './run/unfinished-error.ts'
import { withLock, type LockOptions } from './run/with-lock.ts'

/** Options for a migrator. */
export interface MigratorOptions extends LockOptions {
  /** The folder with the migration files. */
  readonly folder: string
  /** Called before each migration with its id, the number of migrations that are done, and the total number. */
  starting?(id: string, done: number, total: number): void
  /** Called after each migration with a line of output about it. */
  done(line: string): void
}

/** Runs and reverts the migrations of a database. */
export class Migrator {
  readonly #session: MigrationSession
  readonly #records: MigrationRecords
  readonly #options: MigratorOptions
  readonly #run: Run

  constructor(session: MigrationSession, options: MigratorOptions) {
    this.#session = session
    this.#records = new MigrationRecords(session)
    this.#options = options
    this.#run = { ...options, session, records: this.#records }
  }

  /** Runs the pending migrations. Resolves to the number of migrations that it has run. */
  up(): Promise<number> {
    return this.#locked(async (migrations, records) => {
      const { pending, unfinished, notices } = planMigrations(migrations, records)
      for (const notice of notices) this.#options.notice(notice)
      for (const record of unfinished)
        throw leftUnfinishedError(await this.#stepOf(migrations, record))
      let count = 0
      for (const [index, migration] of pending.entries()) {
        this.#options.starting?.(migration.id, index, pending.length)
        const script = await migration.load()
        if (await this.#perform({ migration, script, direction: 'up', record: undefined })) count++
      }
      return count
    })
  }

  /** Reverts up to `count` migrations, those with the highest ids first, and returns their number. */
  down(count: number): Promise<number> {
    return this.#locked(async (migrations, records) => {
      const { unfinished } = planMigrations(migrations, records)
      for (const record of unfinished)
        throw leftUnfinishedError(await this.#stepOf(migrations, record))
      const last = [...records.keys()].toReversed().slice(0, count)
      const steps: Step[] = []
      // Loads all migrations first, so that none is reverted if one of them is invalid.
      for (const id of last) {
        const migration = findMigration(migrations, id)
        const script = await migration.load()
        if (!script.down) throw new InvalidMigration(migration.file, 'it has no down migration.')
        steps.push({ migration, script, direction: 'down', record: undefined })
      }
      for (const [index, step] of steps.entries()) {
        this.#options.starting?.(step.migration.id, index, steps.length)
        await this.#perform(step)
      }
      return steps.length
    })
  }

  /** Returns the plan and the records, without changing anything. */
  async read(): Promise<{
    readonly plan: Plan
    readonly records: ReadonlyMap<string, MigrationRecord>
  }> {
    const records = await this.#records.read()
    return { plan: planMigrations(this.#migrations(), records), records }
  }

  /** Records all migrations up to an id as applied, without running them. */
  baseline(id: string): Promise<number> {
    return this.#locked(async (migrations, records) => {
      findMigration(migrations, id)
      const { pending } = planMigrations(migrations, records)
      const covered = pending.filter((migration) => migration.id <= id)
      for (const { id, checksum } of covered) {
        await this.#records.write(this.#session.client, {
          id,
          checksum,
          state: 'applied',
          statements: 0,
        })
      }
      return covered.length
    })
  }

  /** Accepts the changed file of a migration that has run. */
  accept(id: string): Promise<void> {
    return this.#locked(async (migrations, records) => {
      const { checksum } = findMigration(migrations, id)
      const record = records.get(id)
      if (record?.state !== 'applied')
        throw new InvalidMigration(
          id,
          'it is not recorded as applied, so there is nothing to accept.',
        )
      await this.#records.write(this.#session.client, { ...record, checksum })
    })
  }

  /** Resolves a migration that stopped halfway: records it as applied or reverted, or continues it. */
  resolve(id: string, resolution: 'applied' | 'retry'): Promise<void> {
    return this.#locked(async (migrations, records) => {
      const record = records.get(id)
      if (!record || record.state === 'applied') {
        throw new InvalidMigration(id, 'it did not stop halfway, so there is nothing to resolve.')
      }
      if (resolution === 'retry')
        return void (await this.#perform(await this.#stepOf(migrations, record)))
      const { client } = this.#session
      if (record.state === 'reverting') return this.#records.remove(client, id)
      const { checksum } = findMigration(migrations, id)
      await this.#records.write(client, { ...record, checksum, state: 'applied' })
    })
  }

  async #locked<T>(
    work: (
      migrations: readonly Migration[],
      records: ReadonlyMap<string, MigrationRecord>,
    ) => Promise<T>,
  ): Promise<T> {
    const migrations = this.#migrations()
    return withLock(this.#session, this.#options, async () => {
      await this.#records.create()
      return work(migrations, await this.#records.read())
    })
  }

  #migrations(): Migration[] {
    return readMigrations(this.#options.folder, this.#session.dialect)
  }

  async #stepOf(migrations: readonly Migration[], record: MigrationRecord): Promise<Step> {
    const migration = findMigration(migrations, record.id)
    const direction = record.state === 'reverting' ? 'down' : 'up'
    return { migration, script: await migration.load(), direction, record }
  }

  async #perform(step: Step): Promise<boolean> {
    const { signal, done } = this.#options
    if (signal.aborted)
      throw new MigrationStopped(String(signal.reason), 'No further migration was started.')
    await this.#session.restoreSettings()
    const usesTransaction = this.#session.isTransactional && step.script.transaction
    const startedAt = performance.now()
    const hasRun = await (usesTransaction ? runInTransaction : runStepwise)(step, this.#run)
    const milliseconds = Math.round(performance.now() - startedAt)
    if (hasRun)
      done(
        `${step.direction === 'up' ? 'Applied' : 'Reverted'} ${step.migration.id} in ${milliseconds} ms.`,
      )
    return hasRun
  }
}
