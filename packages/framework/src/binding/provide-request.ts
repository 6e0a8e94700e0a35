import { isRequestClass } from '../container/binding.ts'
import { findSupplied } from '../container/supplied.ts'
import type { Provided } from '../container/scope.ts'
import { exchangeOf, suppliedByRequest, type HttpRequest } from '../message/http-request.ts'

/**
 * Provides the values of a request to the services of a scope. A web `Request` is created only if a service needs it.
 */
export function provideRequest(request: HttpRequest): Provided {
  return {
    get: (token) => {
      const own = suppliedByRequest.get(token)
      if (own) return own(request)
      if (isRequestClass(token)) return request.toRequest()
      return findSupplied(exchangeOf(request)?.provided, token)
    },
  }
}
