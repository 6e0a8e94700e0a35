import { AuthenticationUnavailable } from '@fw/core'
import { CircuitBreaker } from '@fw/core/internals'

/**
 * Creates a circuit breaker that limits the duration of calls to a store. If a call takes too long, the response is a
 * 503. `store` names the store in messages, such as `revocation`.
 */
export function createBreaker(store: string): CircuitBreaker {
  return new CircuitBreaker(
    (reason) =>
      new AuthenticationUnavailable(`The ${store} store does not respond.`, {
        cause: new Error(reason),
      }),
  )
}
