import { AuthenticationUnavailable } from '@fw/core'
import { CircuitBreaker } from '@fw/core/internals'

/**
 * Limits the duration of calls to a store; slower ones respond with 503. `store` is what it
 * contains, such as `revocations`.
 */
export function createBreaker(store: string): CircuitBreaker {
  return new CircuitBreaker(
    (reason) =>
      new AuthenticationUnavailable(`The store of ${store} does not respond.`, {
        cause: new Error(reason),
      }),
  )
}
