import { isHost } from '../../message/host.ts'
import { HttpError } from '../../message/http-error.ts'

/** Most requests have the same host as the one before. */
let lastHost = ''

/**
 * The error of a request whose host or query give no address, or not the one they seem to; undefined if there is none.
 * An empty host is the server's own.
 */
export function refuseAddress(host: string, query: string): HttpError | undefined {
  if (query.includes('#')) {
    return new HttpError(400, 'A "#" in a query is percent-encoded: send %23.')
  }
  if (host === lastHost || host === '') return undefined
  if (!isHost(host)) {
    return new HttpError(400, 'A request has one Host header, such as "shop.example:8080".')
  }
  lastHost = host
  return undefined
}
