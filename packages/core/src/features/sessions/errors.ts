import type { FieldErrors } from '../../data/validation/field-errors.ts'

/** Thrown if session data would be invalid when it is read back. It is not stored. */
export class SessionDataInvalid extends Error {
  override readonly name = 'SessionDataInvalid'
  readonly errors: FieldErrors

  constructor(type: string, errors: FieldErrors) {
    const [field, [problem]] = Object.entries(errors)[0] as [string, readonly string[]]
    super(
      `The data of the session is not valid for ${type}: "${field}" ${problem} It was not stored.`,
    )
    this.errors = errors
  }
}

/** Thrown if the session does not fit into its cookie. */
export class SessionTooLarge extends Error {
  override readonly name = 'SessionTooLarge'

  constructor(cause: unknown) {
    super(
      'The session is too large for a cookie, and the container has no SessionStore. ' +
        'Register one, such as: container.instance(SessionStore, new MemorySessions()).',
      { cause },
    )
  }
}

/** Thrown if several processes serve requests and sessions are stored in memory, because they would not be shared. */
export class SessionsNotShared extends Error {
  override readonly name = 'SessionsNotShared'

  constructor(servers: number) {
    super(
      `MemorySessions stores sessions in one process, but ${servers} processes serve requests. ` +
        'Register DatabaseSessions or RedisSessions, or no SessionStore: sessions are then stored in Redis, or sealed in their cookies.',
    )
  }
}
