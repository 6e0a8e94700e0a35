import { table } from 'fw/console'
import type { Migrator } from '../migrator.ts'

/** Prints which migrations have run, and when. */
export async function printStatus(migrator: Migrator): Promise<void> {
  const { plan, records } = await migrator.read()
  const rows = [...records.values()].map(({ id, state, at }) => [
    id,
    `${state} ${at.toISOString()}`,
  ])
  rows.push(...plan.pending.map(({ id }) => [id, 'pending']))
  const sorted = rows.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  process.stdout.write(rows.length > 0 ? table(sorted) : 'There are no migrations.\n')
  printNotices(plan.notices)
}

/** Prints the migrations that `fw migrate` would run. */
export async function printDryRun(migrator: Migrator): Promise<void> {
  const { plan } = await migrator.read()
  printNotices(plan.notices)
  for (const migration of plan.pending) {
    const { up, transaction } = await migration.load()
    process.stdout.write(`-- ${migration.file}${transaction ? '' : ', in no transaction'}\n`)
    if (typeof up === 'function') process.stdout.write('-- calls its function up\n')
    else for (const { text } of up) process.stdout.write(`${text};\n`)
  }
  if (plan.pending.length === 0) process.stdout.write('There is nothing to migrate.\n')
}

function printNotices(notices: readonly string[]): void {
  for (const notice of notices) process.stderr.write(`${notice}\n`)
}
