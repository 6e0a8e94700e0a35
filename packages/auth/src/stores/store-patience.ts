import { AuthenticationUnavailable } from 'fw'
import { Patience } from 'fw/internals'

/** Limits how long calls of a store take; what takes longer is a 503. `store` is what it keeps, such as `revocations`. */
export function patienceFor(store: string): Patience {
  return new Patience(
    (reason) =>
      new AuthenticationUnavailable(`The store of ${store} does not respond.`, {
        cause: new Error(reason),
      }),
  )
}
