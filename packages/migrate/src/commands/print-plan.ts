import { describeTime, table } from '@fw/core/console'
import type { Migrator } from '../migrator.ts'

/** Prints the state of each migration, and when it ran. */
export async function printStatus(migrator: Migrator, isJson: boolean): Promise<void> {
  const { plan, records } = await migrator.read()
  const finished = [...records.values()].map(({ id, state, at }) => ({ id, state, at }))
  const pending = plan.pending.map(({ id }) => ({ id, state: 'pending', at: null }))
  const sorted = [...finished, ...pending].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const rows = sorted.map(({ id, state, at }) => [id, at ? `${state} ${describeTime(at)}` : state])
  if (isJson) process.stdout.write(`${JSON.stringify(sorted, undefined, 2)}\n`)
  else process.stdout.write(rows.length > 0 ? table(rows) : 'There are no migrations.\n')
  printNotices(plan.notices)
}

/** Prints the pending migrations with their SQL. */
export async function printDryRun(migrator: Migrator): Promise<void> {
  const { plan } = await migrator.read()
  printNotices(plan.notices)
  for (const migration of plan.pending) {
    const { up, transaction } = await migration.load()
    process.stdout.write(`-- ${migration.file}${transaction ? '' : ', without a transaction'}\n`)
    if (typeof up === 'function') process.stdout.write('-- calls its function up\n')
    else for (const { text } of up) process.stdout.write(`${text};\n`)
  }
  if (plan.pending.length === 0) process.stdout.write('There is nothing to migrate.\n')
}

function printNotices(notices: readonly string[]): void {
  for (const notice of notices) process.stderr.write(`${notice}\n`)
}
