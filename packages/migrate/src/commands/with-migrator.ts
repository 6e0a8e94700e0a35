import { join } from 'node:path'
import type { ApplicationPlace, Config } from '@fw/core'
import { openSession } from '../database/open-session.ts'
import { MigrationProblem } from '../errors.ts'
import { Migrator, type MigratorOptions } from '../migrator.ts'

/** Opens the database and the migrations of an application, calls `work` with them, and returns the exit code. */
export async function withMigrator(
  place: ApplicationPlace,
  config: Config,
  work: (migrator: Migrator) => Promise<unknown>,
  { wait = 60, starting }: Pick<MigratorOptions, 'starting'> & { readonly wait?: number } = {},
): Promise<number> {
  const controller = new AbortController()
  const stopListening = abortOnSignals(controller)
  try {
    const session = await openSession(place, config)
    const migrator = new Migrator(session, {
      folder: migrationsFolder(place),
      wait,
      ...(starting && { starting }),
      signal: controller.signal,
      notice: (line) => process.stderr.write(`${line}\n`),
      done: (line) => process.stdout.write(`${line}\n`),
    })
    try {
      await work(migrator)
    } finally {
      await session.close().catch(() => {})
    }
    return 0
  } catch (error) {
    if (!(error instanceof MigrationProblem)) throw error
    process.stderr.write(`${error.name}: ${error.message}\n`)
    return 1
  } finally {
    stopListening()
  }
}

/** Runs the migrations before `fw serve --migrate` starts the server. */
export function migrateFirst(place: ApplicationPlace, config: Config): Promise<number> {
  return withMigrator(place, config, (migrator) => migrator.up())
}

/** Returns the folder of an application's migrations. */
export function migrationsFolder({ folder, built }: ApplicationPlace): string {
  return join(built ?? folder, 'migrations')
}

/**
 * Listens for signals until the returned function is called. The first signal cancels and rolls back a migration that
 * runs in a transaction. Otherwise, the command stops after the current SQL statement or function, without a time
 * limit, because SQL outside a transaction cannot be rolled back.
 */
function abortOnSignals(controller: AbortController): () => void {
  const names = ['SIGINT', 'SIGTERM'] as const
  const onSignal = (name: NodeJS.Signals) => controller.abort(name)
  for (const name of names) process.on(name, onSignal)
  return () => {
    for (const name of names) process.removeListener(name, onSignal)
  }
}
