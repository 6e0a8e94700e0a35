import { CommitUncertain } from '@fw/query'

/** A problem with migrations. The commands print its name and message, without a stack. */
export class MigrationProblem extends Error {
  override readonly name: string = 'MigrationProblem'
}

/** Thrown if the `MigrationConnection` of the application cannot be used. */
export class InvalidConnection extends MigrationProblem {
  override readonly name = 'InvalidConnection'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
  }
}

/** Thrown if the database cannot be reached, or rejects the connection. */
export class DatabaseUnreachable extends MigrationProblem {
  override readonly name = 'DatabaseUnreachable'

  constructor(address: string, reason: string, cause: unknown) {
    super(`The database at ${address}: ${reason}`, { cause })
  }
}

/** Thrown if no database is configured, or if migrations would change a database that the application does not see. */
export class UnusableDatabase extends MigrationProblem {
  override readonly name = 'UnusableDatabase'
}

/** Thrown if the configured database is behind a pooler in transaction mode. */
export class MigrationsPooled extends MigrationProblem {
  override readonly name = 'MigrationsPooled'

  constructor() {
    super(
      'The database is behind a pooler in transaction mode, where migrations would lose their lock. ' +
        'Set DATABASE_MIGRATION_URL to the database itself, or DB_MIGRATION_HOST and DB_MIGRATION_PORT.',
    )
  }
}

/**
 * Thrown if a migration file is invalid, or if a command cannot be applied to a migration, for example because it has
 * no file.
 */
export class InvalidMigration extends MigrationProblem {
  override readonly name = 'InvalidMigration'
  /** The file, with the line if it is known; or the id, if the problem is not in a file. */
  readonly at: string

  constructor(at: string, problem: string) {
    super(`${at}: ${problem}`)
    this.at = at
  }
}

/** Thrown if migration files were changed after they ran. */
export class MigrationChanged extends MigrationProblem {
  override readonly name = 'MigrationChanged'
  readonly ids: readonly string[]

  constructor(
    changed: readonly { readonly id: string; readonly ran: string; readonly found: string }[],
  ) {
    const lines = changed.map(
      ({ id, ran, found }) => `  ${id}\n    ran   ${ran}\n    found ${found}`,
    )
    super(
      `Migrations have changed after they ran:\n${lines.join('\n')}\n` +
        'Restore the files and write a new migration, or, if the change does not matter, run ' +
        `"fw migrate:accept ${changed[0]?.id}".`,
    )
    this.ids = changed.map(({ id }) => id)
  }
}

/** Thrown if a migration stopped halfway without a transaction to roll back. */
export class MigrationUnfinished extends MigrationProblem {
  override readonly name = 'MigrationUnfinished'
  readonly id: string

  constructor(id: string, remains: string, cause?: unknown) {
    super(
      `${id} stopped halfway, and no migration runs until that is resolved.\n${remains}\n` +
        `Fix the cause. Then run "fw migrate:resolve ${id} --retry", or finish the migration manually and run ` +
        `"fw migrate:resolve ${id} --applied".`,
      { cause },
    )
    this.id = id
  }
}

/** Thrown if a migration failed and was rolled back, or if the connection was lost while it was committed. */
export class MigrationFailed extends MigrationProblem {
  override readonly name = 'MigrationFailed'
  readonly id: string
  /** The file, with the line if it is known. */
  readonly at: string
  /** The message of the cause. */
  readonly reason: string

  constructor(id: string, at: string, cause: unknown) {
    const isUncertain = cause instanceof CommitUncertain
    const reason = isUncertain ? 'The connection was lost during COMMIT.' : messageOf(cause)
    const outcome = isUncertain
      ? `It is not known whether ${id} took effect. Run the command again: the transaction records the migration, ` +
        'so it does not take effect twice.'
      : `The transaction of ${id} was rolled back.`
    super(`${at}: ${reason}\n${outcome}`, { cause })
    this.id = id
    this.at = at
    this.reason = reason
  }
}

/** Thrown if another process still holds the lock for migrations after the maximum waiting time. */
export class MigrationsLocked extends MigrationProblem {
  override readonly name = 'MigrationsLocked'

  constructor(seconds: number, holder: string) {
    super(
      `The lock for migrations was not free within ${seconds} s. It is held by ${holder}. ` +
        'Wait until it is free, or wait longer: fw migrate --wait 600.',
    )
  }
}

/**
 * Thrown if the session has lost the lock, because a pooler has changed the connection, or because the connection was
 * lost.
 */
export class LockLost extends MigrationProblem {
  override readonly name = 'LockLost'

  constructor(id: string) {
    super(
      `Before ${id}: this session has lost its lock. A pooler in between, such as PgBouncer in ` +
        'transaction mode, has changed the connection, or the connection was lost. ' +
        'If there is a pooler, connect to the database directly: set DATABASE_MIGRATION_URL, or ' +
        'DB_MIGRATION_HOST and DB_MIGRATION_PORT.',
    )
  }
}

/** Thrown if the process receives a signal to stop. */
export class MigrationStopped extends MigrationProblem {
  override readonly name = 'MigrationStopped'

  constructor(reason: string, consequence: string) {
    super(`Stopped by ${reason}. ${consequence}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
