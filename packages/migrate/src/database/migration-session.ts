import type { DialectName } from '@fw/query'

/** The one connection that migrations run on. */
export interface MigrationSession {
  readonly dialect: DialectName
  /** The driver's connection, as `@fw/query` takes it. */
  readonly client: object
  /** Whether the database takes changes of tables back with a transaction. */
  readonly isTransactional: boolean
  /** What stands before the names of our tables, so that they are found whatever a migration sets. */
  readonly prefix: string
  /** SQL that gives the time in milliseconds of the epoch. */
  readonly now: string
  /** Runs one statement as it is written. */
  exec(sql: string): Promise<void>
  /** The place of an error in the statement that it is about, if the database says. */
  placeOf(error: unknown): number | undefined
  /** Takes the lock of all migrations, or names who holds it. */
  tryLock(): Promise<{ readonly holder: string } | undefined>
  /** Whether this session holds the lock still. */
  holdsLock(): Promise<boolean>
  /** Ends the lock. False where it is not held any more. */
  unlock(): Promise<boolean>
  /** Brings the connection back to the settings with which it was opened. */
  clean(): Promise<void>
  /** The statements that open a migration, in its transaction where it has one. */
  prepare(lockTimeout: number | undefined, isInTransaction: boolean): readonly string[]
  /** Throws what would break with the commit. */
  checkBeforeCommit(tx: object): Promise<void>
  /** Stops the statement that runs. */
  cancel(): Promise<void>
  close(): Promise<void>
}
