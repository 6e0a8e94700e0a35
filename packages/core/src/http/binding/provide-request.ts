import { isRequestClass } from '../../base/container/binding.ts'
import type { Provided } from '../../base/container/scope.ts'
import { suppliedByRequest, type HttpRequest } from '../message/http-request.ts'

/**
 * Provides the values of a request to the services of its scope. A web `Request` is created only if a service needs it.
 */
export function provideRequest(request: HttpRequest): Provided {
  return {
    get: (token) => {
      const own = suppliedByRequest.get(token)
      if (own) return own(request)
      if (isRequestClass(token)) return request.toRequest()
      return request.context?.find(token)
    },
  }
}
