/** What the name of a migration's file says. */
export interface MigrationName {
  /** Such as `20261122101500_create_orders`. */
  readonly id: string
  /** The database that it is for alone, such as `postgres`. */
  readonly database?: string
  readonly language: 'sql' | 'ts'
}

/** Reads the name of a file; undefined for a file that is no migration. */
export function parseMigrationName(file: string): MigrationName | undefined {
  const found = /^(\d{14}_[a-z\d_]+)(?:\.(postgres|mysql|sqlite))?\.(sql|ts|js)$/u.exec(file)
  if (!found) return undefined
  const [, id = '', database, ending] = found
  // A build leaves .js of .ts.
  const language = ending === 'sql' ? 'sql' : 'ts'
  return { id, ...(database ? { database } : {}), language }
}
