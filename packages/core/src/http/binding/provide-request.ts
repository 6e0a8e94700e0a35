import { isRequestClass } from '../../base/container/binding.ts'
import type { ProvidedObjects } from '../../base/container/scope.ts'
import { suppliedByRequest, type HttpRequest } from '../message/http-request.ts'

/**
 * Provides the values of a request to the services of its scope. A web `Request` is created only if a service needs it.
 */
export function provideRequest(request: HttpRequest): ProvidedObjects {
  return {
    get: (token) => {
      const readFromRequest = suppliedByRequest.get(token)
      if (readFromRequest) return readFromRequest(request)
      if (isRequestClass(token)) return request.toRequest()
      return request.context?.find(token)
    },
  }
}
