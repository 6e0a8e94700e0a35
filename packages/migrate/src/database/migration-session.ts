import type { DialectName } from '@fw/query'

/** The connection on which all migrations run. */
export interface MigrationSession {
  readonly dialect: DialectName
  /** The connection of the driver, as `@fw/query` accepts it. */
  readonly client: object
  /** True if the database can roll back table changes. */
  readonly isTransactional: boolean
  /**
   * The prefix for the names of fw's own tables, so that they are found even if a migration changes the search path.
   */
  readonly prefix: string
  /** The SQL expression for the current time in milliseconds since the epoch. */
  readonly now: string
  /** Runs SQL unchanged. */
  exec(sql: string): Promise<void>
  /** Returns the offset of an error in the SQL, if the database reports it. */
  errorOffset(error: unknown): number | undefined
  /**
   * Acquires the lock that all migrations share. If another process holds it, returns the holder. SQLite has no such
   * lock: there, this only checks that no other process is writing.
   */
  tryLock(): Promise<{ readonly holder: string } | undefined>
  /** True if this session still holds the lock. Always true for SQLite. */
  holdsLock(): Promise<boolean>
  /** Releases the lock. Returns false if it was no longer held. Does nothing for SQLite. */
  unlock(): Promise<boolean>
  /** Restores the settings that the connection had when it was opened. */
  restoreSettings(): Promise<void>
  /** Returns the SQL to run before a migration, inside its transaction if it uses one. */
  lockTimeoutSql(lockTimeout: number | undefined, isInTransaction: boolean): readonly string[]
  /** Throws if there are problems that a commit would make permanent. */
  checkBeforeCommit(tx: object): Promise<void>
  /** Cancels the running query. Does nothing for MySQL and SQLite. */
  cancel(): Promise<void>
  close(): Promise<void>
}
