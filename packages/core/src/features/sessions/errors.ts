import type { FieldErrors } from '../../data/validation/field-errors.ts'

/** A session was given data that could not be read back. */
export class SessionDataInvalid extends Error {
  override readonly name = 'SessionDataInvalid'
  readonly errors: FieldErrors

  constructor(type: string, errors: FieldErrors) {
    const [field = ''] = Object.keys(errors)
    super(
      `The data of the session is not valid for ${type}: "${field}" ${errors[field]?.[0]} It was not stored.`,
    )
    this.errors = errors
  }
}

/** The session does not fit into its cookie. */
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

/** Several processes serve requests, and sessions in memory would not be shared between them. */
export class SessionsNotShared extends Error {
  override readonly name = 'SessionsNotShared'

  constructor(servers: number) {
    super(
      `MemorySessions stores sessions in one process, but ${servers} processes serve requests. ` +
        'Register DatabaseSessions or RedisSessions, or no SessionStore: sessions are then sealed in their cookies.',
    )
  }
}
