/** A problem with the migrations that the user must fix. The commands print only its message. */
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

/** Thrown if no database is configured, or if the application would not see the changes that migrations make to it. */
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

/** Thrown if a file in the folder of migrations cannot be used. */
export class InvalidMigration extends MigrationProblem {
  override readonly name = 'InvalidMigration'
  /** The file, with the line if it is known. */
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

  constructor(id: string, stays: string, cause?: unknown) {
    super(
      `${id} stopped halfway, and no migration runs until that is resolved.\n${stays}\n` +
        `Then run "fw migrate:resolve ${id} --retry" to continue from there, or, once you have run the rest manually, ` +
        `"fw migrate:resolve ${id} --applied".`,
      { cause },
    )
    this.id = id
  }
}

/** Thrown if a migration failed and was rolled back. */
export class MigrationFailed extends MigrationProblem {
  override readonly name = 'MigrationFailed'
  readonly id: string
  /** The file, with the line if it is known. */
  readonly at: string
  /** The message of the database. */
  readonly reason: string

  constructor(id: string, at: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const rest = `${id} was rolled back completely.`
    super(`${at}: ${reason}\n${rest}`, { cause })
    this.id = id
    this.at = at
    this.reason = reason
  }
}

/** Thrown if another process is still running migrations after the maximum waiting time. */
export class MigrationsLocked extends MigrationProblem {
  override readonly name = 'MigrationsLocked'

  constructor(seconds: number, holder: string) {
    super(
      `Another process has been running migrations for ${seconds} s: ${holder}. ` +
        'Wait until it ends, or wait longer: fw migrate --wait 600.',
    )
  }
}

/** Thrown if the session has lost the lock, because a pooler has changed the connection. */
export class LockLost extends MigrationProblem {
  override readonly name = 'LockLost'

  constructor(id: string) {
    super(
      `Before ${id}: this session has lost its lock. A pooler in between, such as PgBouncer in ` +
        'transaction mode, has changed the connection, or the connection was lost. ' +
        'Connect to the database directly: DB_MIGRATION_HOST and DB_MIGRATION_PORT.',
    )
  }
}

/** Thrown if the process receives a signal to stop. */
export class MigrationStopped extends MigrationProblem {
  override readonly name = 'MigrationStopped'

  constructor(reason: string, what: string) {
    super(`Stopped by ${reason}. ${what}`)
  }
}
