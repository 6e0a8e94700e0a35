import type { Dialect } from '../dialect.ts'

/** The clause of PostgreSQL and SQLite. */
export function onConflict(
  dialect: Dialect,
  conflict: readonly string[],
  update: readonly string[],
): string {
  const target = conflict.map((column) => dialect.quote(column)).join(', ')
  const changes = update.map((column) => {
    const name = dialect.quote(column)
    return `${name} = excluded.${name}`
  })
  const action = changes.length > 0 ? `DO UPDATE SET ${changes.join(', ')}` : 'DO NOTHING'
  return ` ON CONFLICT (${target}) ${action}`
}
