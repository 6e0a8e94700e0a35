import type { DialectName } from '@fw/query'

/** The single connection that migrations run on. */
export interface MigrationSession {
  readonly dialect: DialectName
  /** The connection of the driver, as `@fw/query` accepts it. */
  readonly client: object
  /** True if the database can roll back changes of tables. */
  readonly isTransactional: boolean
  /**
   * The prefix for the names of fw's tables, so that they are found even if a migration changes the
   * search path.
   */
  readonly prefix: string
  /** SQL for the time in milliseconds since the epoch. */
  readonly now: string
  /** Runs SQL without changing it. */
  exec(sql: string): Promise<void>
  /** Returns the offset of an error in its SQL, if the database reports it. */
  placeOf(error: unknown): number | undefined
  /** Acquires the lock of all migrations, or returns its holder. */
  tryLock(): Promise<{ readonly holder: string } | undefined>
  /** Returns true if this session still holds the lock. */
  holdsLock(): Promise<boolean>
  /** Releases the lock. Returns false if it was no longer held. */
  unlock(): Promise<boolean>
  /** Restores the settings that the connection was opened with. */
  clean(): Promise<void>
  /** Returns the SQL that prepares a migration, inside its transaction if it has one. */
  prepare(lockTimeout: number | undefined, isInTransaction: boolean): readonly string[]
  /** Throws for problems that a commit would make permanent. */
  checkBeforeCommit(tx: object): Promise<void>
  /** Cancels the running query. */
  cancel(): Promise<void>
  close(): Promise<void>
}
