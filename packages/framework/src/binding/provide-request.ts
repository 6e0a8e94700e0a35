import type { Provided } from '../container/scope.ts'
import type { IncomingRequest } from './incoming-request.ts'

/** Lets the services of a scope ask for the request, which is converted for the first of them. */
export function provideRequest(request: IncomingRequest): Provided {
  return {
    // The global is compared only where the name says so: to touch it is to load it.
    get: (token) =>
      token.name === 'Request' && token === globalThis.Request ? request.toRequest() : undefined,
  }
}
