import { items } from '../http/items.ts'
import type { VerifiedRow } from '../http/verified-row.ts'
import { origin, referrerPolicy } from './shop.ts'
import { expectOneVisit, resetVisits, token } from './visit.ts'

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
} satisfies Record<string, VerifiedRow>

export type RowName = keyof typeof rows

function get(
  path: string,
  answer: string,
  answerHeaders: VerifiedRow['answerHeaders'],
): VerifiedRow {
  return { method: 'GET', path, status: 200, answer, answerHeaders }
}
