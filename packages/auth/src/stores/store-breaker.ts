import { AuthenticationUnavailable } from '@fw/core'
import { CircuitBreaker } from '@fw/core/internals'

/**
 * Limits the duration of calls to a store. If a call takes longer, the response is a 503. `store` names the store in
 * messages, such as `revocation`.
 */
export function createBreaker(store: string): CircuitBreaker {
  return new CircuitBreaker(
    (reason) =>
      new AuthenticationUnavailable(`The ${store} store does not respond.`, {
        cause: new Error(reason),
      }),
  )
}
