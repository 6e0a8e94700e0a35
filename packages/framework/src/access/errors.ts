import { HttpError } from '../message/http-error.ts'

/** The challenge of a refusal. */
export interface RefusalOptions extends ErrorOptions {
  /** The code of the challenge: `invalid_token` when left out. */
  readonly error?: string
  /** Further parameters of the challenge. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Further headers of the answer, such as `DPoP-Nonce`. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A scheme does not accept a credential: 401, in the same words whatever the reason, which goes to the log. It must not
 * hold any part of the credential.
 */
export class CredentialRefused extends Error {
  override readonly name = 'CredentialRefused'
  readonly options: RefusalOptions

  constructor(reason: string, options: RefusalOptions = {}) {
    super(reason, options)
    this.options = options
  }
}

/** What verifies credentials cannot be reached: 503. The reason is logged. */
export class AuthenticationUnavailable extends HttpError {
  readonly reason: string

  constructor(reason: string, options: ErrorOptions = {}) {
    const headers = { 'retry-after': '5', 'cache-control': 'no-store' }
    super(503, 'Authentication is not available.', { ...options, headers })
    this.reason = reason
  }
}

/** A declaration about access would not be enforced, or cannot be. Raised when the kernel is created. */
export class InvalidAccess extends Error {
  override readonly name = 'InvalidAccess'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
  }
}

/** The options of an `Authentication` do not fit together. */
export class InvalidAuthentication extends Error {
  override readonly name = 'InvalidAuthentication'
}
