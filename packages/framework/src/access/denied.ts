import { HttpError } from '../message/http-error.ts'

/** What a known caller who is not allowed is told. */
export const notAllowed = 'You are not allowed to do this.'

/** Somebody is not allowed to do something: 403, unless the place that asks hides it. */
export class Denied extends HttpError {
  /** The scopes that would help. */
  readonly scopes: readonly string[]

  constructor(message = notAllowed, scopes: readonly string[] = []) {
    super(403, message, { headers: { 'cache-control': 'no-store' } })
    this.scopes = scopes
  }

  /** A no with a text for the caller. */
  static because(text: string): Denied {
    return new Denied(text)
  }

  /** A no that a token with these scopes may change: the challenge asks for them. */
  static stepUp(...scopes: [string, ...string[]]): Denied {
    return new Denied(notAllowed, scopes)
  }
}
