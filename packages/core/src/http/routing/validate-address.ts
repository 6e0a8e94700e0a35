import { isHost } from '../message/host.ts'
import { HttpError } from '../message/http-error.ts'

/** The last valid host. It is cached, because most requests have the same host. */
let lastHost = ''

/**
 * Returns an error if the host is invalid, or if the query contains a "#", otherwise undefined. An empty host means the
 * server itself.
 */
export function validateAddress(host: string, query: string): HttpError | undefined {
  if (query.includes('#')) {
    return new HttpError(400, 'A "#" in a query must be percent-encoded: send %23.')
  }
  if (host === lastHost || host === '') return undefined
  if (!isHost(host)) {
    return new HttpError(
      400,
      'A request must have a single valid Host header, such as "shop.example:8080".',
    )
  }
  lastHost = host
  return undefined
}
