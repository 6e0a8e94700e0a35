import { InvalidMigration, MigrationChanged } from './errors.ts'
import type { Migration } from './files/read-migrations.ts'
import type { MigrationRecord } from './records.ts'

export interface Plan {
  /** The migrations that have not run, sorted by id. */
  readonly pending: readonly Migration[]
  /** Migrations that were started but not finished. */
  readonly unfinished: readonly MigrationRecord[]
  /** Warnings that do not stop the migration. */
  readonly notices: readonly string[]
}

/** Compares the files with the records in the database. Throws `MigrationChanged`. */
export function planMigrations(
  migrations: readonly Migration[],
  records: ReadonlyMap<string, MigrationRecord>,
): Plan {
  requireUnchanged(migrations, records)
  const pending = migrations.filter(({ id }) => !records.has(id))
  const known = new Set(migrations.map(({ id }) => id))
  const missing = [...records.keys()].filter((id) => !known.has(id))
  const applied = [...records.values()].filter(({ state }) => state === 'applied')
  const last = applied.at(-1)?.id ?? ''
  const late = pending.filter(({ id }) => id < last)
  return {
    pending,
    unfinished: [...records.values()].filter(({ state }) => state !== 'applied'),
    notices: [
      ...missing.map((id) => `${id} has run, but its file does not exist.`),
      ...late.map(({ id }) => `${id} runs out of order: ${last} has already run.`),
    ],
  }
}

/** Returns the migration with an id. Throws if it does not exist. */
export function findMigration(migrations: readonly Migration[], id: string): Migration {
  const found = migrations.find((migration) => migration.id === id)
  if (found) return found
  throw new InvalidMigration(id, 'this migration has no file. Run "fw migrate:status" for a list.')
}

function requireUnchanged(
  migrations: readonly Migration[],
  records: ReadonlyMap<string, MigrationRecord>,
): void {
  const changed = migrations.flatMap(({ id, checksum }) => {
    const record = records.get(id)
    const isSame = record?.state !== 'applied' || record.checksum === checksum
    return isSame ? [] : [{ id, ran: record.checksum, found: checksum }]
  })
  if (changed.length > 0) throw new MigrationChanged(changed)
}
