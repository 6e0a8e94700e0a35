import type { HttpRequest } from '../message/http-request.ts'

/** True if the request is a CORS preflight. */
export function isPreflight(request: HttpRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.header('origin') !== undefined &&
    request.header('access-control-request-method') !== undefined
  )
}
