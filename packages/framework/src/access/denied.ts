import { HttpError } from '../message/http-error.ts'

/** The message for an authenticated caller without permission. */
export const notAllowed = 'You are not allowed to do this.'

/** The caller is not allowed to do something: 403, or 404 if `@Allows` has the option `hidden`. */
export class Denied extends HttpError {
  /** The scopes that would allow the call. */
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
