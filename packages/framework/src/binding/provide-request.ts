import { isRequestClass } from '../container/binding.ts'
import type { Provided } from '../container/scope.ts'
import type { IncomingRequest } from '../message/incoming-request.ts'

/** Lets the services of a scope ask for the request, which is converted for the first of them. */
export function provideRequest(request: IncomingRequest): Provided {
  return {
    get: (token) => (isRequestClass(token) ? request.toRequest() : undefined),
  }
}
