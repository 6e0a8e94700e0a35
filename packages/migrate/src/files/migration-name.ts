/** The parsed name of a migration file. */
export interface MigrationName {
  /** The id, such as `20261122101500_create_orders`. */
  readonly id: string
  /** The database that the migration is limited to, such as `postgres`; undefined for all databases. */
  readonly database?: string
  readonly language: 'sql' | 'ts'
}

/** Parses the name of a file. Returns undefined if it is not a migration. */
export function parseMigrationName(file: string): MigrationName | undefined {
  const found = /^(\d{14}_[a-z\d_]+)(?:\.(postgres|mysql|sqlite))?\.(sql|ts|js)$/u.exec(file)
  if (!found) return undefined
  const [, id = '', database, ending] = found
  // In a build, .ts files are compiled to .js.
  const language = ending === 'sql' ? 'sql' : 'ts'
  return { id, ...(database ? { database } : {}), language }
}
