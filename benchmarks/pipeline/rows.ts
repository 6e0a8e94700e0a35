import { items } from '../http/items.ts'
import type { TimedRequest } from '../http/rows.ts'
import { origin, referrerPolicy } from './shop.ts'
import { expectOneVisit, resetVisits, token } from './visit.ts'

/** A request, and what every contestant answers. */
export interface Row extends TimedRequest {
  readonly answer: string
  /** The headers that the row is about, of several names any, with the values that they must have. */
  readonly answerHeaders: Readonly<Record<string, string | RegExp>>
  /** Makes what the request finds. */
  readonly prepare?: () => Promise<void>
  /** Throws where the request has not left behind what it should. */
  readonly check?: () => Promise<void>
}

const hello = JSON.stringify({ message: 'Hello, World!' })
const json = /^application\/json(?:; charset=utf-8)?$/iu

export const rows = {
  none: get('/none', hello, { 'content-type': json }),
  header: get('/header', hello, { 'content-type': json, 'x-version': '1' }),
  gzip: {
    ...get('/gzip', JSON.stringify(items), {
      'content-type': json,
      'content-encoding': 'gzip',
      vary: /^accept-encoding$/iu,
    }),
    headers: { 'accept-encoding': 'gzip' },
  },
  guarded: {
    ...get('/guarded', hello, {
      'content-type': json,
      'access-control-allow-origin': origin,
      'access-control-expose-headers': /X-Request-Id/u,
      vary: 'Origin',
      'content-security-policy': /^default-src 'none'; ?frame-ancestors 'none'$/u,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': /^\?1$/u,
      'referrer-policy': referrerPolicy,
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
      'x-request-id': /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u,
      'ratelimit|ratelimit-remaining|x-ratelimit-remaining': /9{5}/u,
    }),
    headers: { origin },
  },
  session: {
    ...get('/session', JSON.stringify({ visits: 1 }), { 'content-type': json, vary: 'Cookie' }),
    headers: { cookie: `session=${token}` },
    prepare: resetVisits,
    check: expectOneVisit,
  },
} satisfies Record<string, Row>

export type RowName = keyof typeof rows

function get(path: string, answer: string, answerHeaders: Row['answerHeaders']): Row {
  return { method: 'GET', path, status: 200, answer, answerHeaders }
}
