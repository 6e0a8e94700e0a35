/** What the commands print as it is: something about the migrations that a person has to mend. */
export class MigrationProblem extends Error {
  override readonly name: string = 'MigrationProblem'
}

/** The `MigrationConnection` of the application cannot be used. */
export class InvalidConnection extends MigrationProblem {
  override readonly name = 'InvalidConnection'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
  }
}

/** The database could not be reached, or refused the connection. */
export class DatabaseUnreachable extends MigrationProblem {
  override readonly name = 'DatabaseUnreachable'

  constructor(address: string, reason: string, cause: unknown) {
    super(`The database at ${address}: ${reason}`, { cause })
  }
}

/** The keys that messages name. */
export const databaseKeys = {
  url: 'DATABASE_URL',
  host: 'DB_HOST',
  port: 'DB_PORT',
  user: 'DB_USER',
  password: 'DB_PASSWORD',
  tls: 'DB_TLS',
}

/** A file of the folder of migrations cannot be used. */
export class InvalidMigration extends MigrationProblem {
  override readonly name = 'InvalidMigration'
  /** The file, with the line where there is one. */
  readonly at: string

  constructor(at: string, problem: string) {
    super(`${at}: ${problem}`)
    this.at = at
  }
}

/** The files of migrations that have run are no longer what has run. */
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
      `What has run is not what the files say now:\n${lines.join('\n')}\n` +
        'Bring the files back and write a new migration, or, where the change does not matter, run ' +
        `"fw migrate:accept ${changed[0]?.id}".`,
    )
    this.ids = changed.map(({ id }) => id)
  }
}

/** A migration has stopped half-way, where no transaction protects. */
export class MigrationUnfinished extends MigrationProblem {
  override readonly name = 'MigrationUnfinished'
  readonly id: string

  constructor(id: string, stays: string, cause?: unknown) {
    super(
      `${id} is half done, and nothing runs before that is resolved.\n${stays}\n` +
        `Then run "fw migrate:resolve ${id} --retry" to go on from there, or, once the rest was done by hand, ` +
        `"fw migrate:resolve ${id} --applied".`,
      { cause },
    )
    this.id = id
  }
}

/** A migration has failed, and has left nothing behind. */
export class MigrationFailed extends MigrationProblem {
  override readonly name = 'MigrationFailed'
  readonly id: string
  /** The file, with the line where it is known. */
  readonly at: string
  /** What the database says. */
  readonly reason: string

  constructor(id: string, at: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const rest = `${id} was rolled back. Nothing of it has stayed.`
    super(`${at}: ${reason}\n${rest}`, { cause })
    this.id = id
    this.at = at
    this.reason = reason
  }
}

/** Somebody else migrates, and has not ended in time. */
export class MigrationsLocked extends MigrationProblem {
  override readonly name = 'MigrationsLocked'

  constructor(seconds: number, holder: string) {
    super(
      `Somebody else has been migrating for ${seconds} s: ${holder}. ` +
        'Wait for its end, or for longer: fw migrate --wait 600.',
    )
  }
}

/** The lock is not where it was taken: something between changes connections. */
export class LockLost extends MigrationProblem {
  override readonly name = 'LockLost'

  constructor(id: string) {
    super(
      `Before ${id}: this session does not hold the lock that it took. A pooler in between, such as PgBouncer in ` +
        'transaction mode, has changed the connection, or the connection was lost. ' +
        'Name the database itself: DB_MIGRATION_HOST and DB_MIGRATION_PORT.',
    )
  }
}

/** The process was asked to end. */
export class MigrationStopped extends MigrationProblem {
  override readonly name = 'MigrationStopped'

  constructor(reason: string, what: string) {
    super(`Stopped by ${reason}. ${what}`)
  }
}
