import { HttpError } from '../../http/message/http-error.ts'

/** Options for a rejected credential, mostly for its challenge. */
export interface RefusalOptions extends ErrorOptions {
  /** The error code in the challenge. Default: `invalid_token`. */
  readonly error?: string
  /** Additional parameters of the challenge. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Additional headers of the response, such as `DPoP-Nonce`. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Thrown if a scheme does not accept a credential: 401, or an anonymous caller if the credential is a cookie. The
 * response has the same message for every reason. The reason may be logged, so it must not contain any part of the
 * credential.
 */
export class CredentialRefused extends Error {
  override readonly name = 'CredentialRefused'
  readonly options: RefusalOptions

  constructor(reason: string, options: RefusalOptions = {}) {
    super(reason, options)
    this.options = options
  }
}

/** Thrown if the service that verifies credentials cannot be reached: 503. Over HTTP, the reason is logged. */
export class AuthenticationUnavailable extends HttpError {
  readonly reason: string

  constructor(reason: string, options: ErrorOptions = {}) {
    const headers = { 'retry-after': '5', 'cache-control': 'no-store' }
    super(503, 'Authentication is not available.', { ...options, headers })
    this.reason = reason
  }
}

/** Thrown if an access declaration cannot be enforced. Detected at boot. */
export class InvalidAccess extends Error {
  override readonly name = 'InvalidAccess'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner} (${at}): ${problem}`)
  }
}

/** Thrown if the options of an `Authentication` are invalid. */
export class InvalidAuthentication extends Error {
  override readonly name = 'InvalidAuthentication'
}

/** The message for an authenticated caller without permission. */
export const notAllowed = 'You are not allowed to do this.'

/**
 * Thrown by methods, or returned by policies, if the caller is not allowed to do something: 403. With the option
 * `hidden` of `@Allows`, the response to a denial by the policy is 404.
 */
export class Denied extends HttpError {
  /** The scopes with which the call would be allowed. */
  readonly scopes: readonly string[]

  constructor(message = notAllowed, scopes: readonly string[] = []) {
    super(403, message, { headers: { 'cache-control': 'no-store' } })
    this.scopes = scopes
  }

  /** Creates a denial with a message for the caller. */
  static because(text: string): Denied {
    return new Denied(text)
  }

  /** Creates a denial whose challenge asks for these scopes. */
  static stepUp(...scopes: [string, ...string[]]): Denied {
    return new Denied(notAllowed, scopes)
  }
}
