import { AuthenticationUnavailable } from 'fw'
import { Patience } from 'fw/internals'

/**
 * Limits the duration of calls to a store; slower ones respond with 503. `store` is what it
 * contains, such as `revocations`.
 */
export function patienceFor(store: string): Patience {
  return new Patience(
    (reason) =>
      new AuthenticationUnavailable(`The store of ${store} does not respond.`, {
        cause: new Error(reason),
      }),
  )
}
