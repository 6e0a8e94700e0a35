import type { HttpRequest } from '../../message/http-request.ts'

/** Whether a browser asks leave for another request. */
export function isPreflight(request: HttpRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.header('origin') !== undefined &&
    request.header('access-control-request-method') !== undefined
  )
}
