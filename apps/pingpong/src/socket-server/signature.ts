import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Credentials } from './publish-api.ts'

/** The largest difference of a publisher's clock, in seconds. */
const tolerance = 600

/** True if a request of the publish API was recently signed with the application's secret. */
export function isSigned(
  method: string,
  path: string,
  query: URLSearchParams,
  body: string,
  credentials: Credentials,
): boolean {
  const age = Date.now() / 1000 - Number(query.get('auth_timestamp'))
  const bodyHash = createHash('md5').update(body).digest('hex')
  return (
    query.get('auth_key') === credentials.key &&
    Math.abs(age) <= tolerance &&
    query.get('body_md5') === bodyHash &&
    isSame(query.get('auth_signature') ?? '', sign(method, path, query, credentials.secret))
  )
}

function sign(method: string, path: string, query: URLSearchParams, secret: string): string {
  const parameters = [...query]
    .filter(([name]) => name !== 'auth_signature')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
  return createHmac('sha256', secret)
    .update([method, path, parameters.join('&')].join('\n'))
    .digest('hex')
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
