import { createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { jwt } from '@fw/auth'
import {
  anything,
  assert,
  asyncProperty,
  constantFrom,
  oneof,
  option,
  record,
  string,
} from 'fast-check'
import { Config, type HttpRequest } from '@fw/core'
import { expect, test } from 'vitest'
import { tryAuthenticate } from './try-authenticate.ts'

const issuer = 'https://id.test'
const audience = 'https://api.test'
const secret = 'a secret of thirty-two characters'
const pairs = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
}
const keys = {
  keys: Object.entries(pairs).map(([kid, { publicKey }]) => ({
    ...publicKey.export({ format: 'jwk' }),
    kid,
  })),
}
const schemes = [
  jwt({ issuer, audience, secret, dpop: 'optional' }),
  jwt({ issuer, audience, keys, dpop: 'optional' } as Parameters<typeof jwt>[0]),
]
for (const scheme of schemes) {
  scheme.attach?.(Config.of({ FW_PUBLIC_URL: audience }), () => {
    throw new Error('No service is needed.')
  })
}

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toString(
    'base64url',
  )

function signed(
  header: unknown,
  claims: unknown,
  by: 'none' | 'HS256' | keyof typeof pairs,
): string {
  const text = `${encode(header)}.${encode(claims)}`
  if (by === 'none') return `${text}.`
  if (by === 'HS256') {
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const key = createPrivateKey(pairs[by].privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

const nasty = oneof(
  anything({ maxDepth: 2 }),
  constantFrom<unknown>(
    { toString: 1 },
    { length: -1 },
    [],
    [[[]]],
    null,
    1e308,
    -1,
    '',
    '__proto__',
    'HS256',
    'none',
    '\u0000',
    '\ud800',
  ),
)
const now = Math.floor(Date.now() / 1000)
const usual = { iss: issuer, aud: audience, sub: 'ada', exp: now + 300 }

/** Attacks in place of a part, or next to it. */
const changes = (names: readonly string[]) => record({ name: constantFrom(...names), value: nasty })

test('any token is accepted or refused, and never an error of the server', async () => {
  await assert(
    asyncProperty(
      constantFrom('none', 'HS256', 'ES256', 'RS256'),
      constantFrom('HS256', 'ES256', 'RS256', 'ES384', 'EdDSA'),
      oneof(
        changes(['alg', 'kid', 'typ', 'crit', 'jwk', 'jku', 'b64', 'x5c', 'enc', 'zip', 'cty']),
        record({ name: constantFrom('kid'), value: constantFrom('ES256', 'RS256') }),
      ),
      option(
        changes([
          'iss',
          'aud',
          'sub',
          'exp',
          'nbf',
          'iat',
          'jti',
          'scope',
          'scp',
          'roles',
          'cnf',
          'azp',
          'client_id',
          'auth_time',
          'tenant',
          '__proto__',
          'constructor',
        ]),
        { nil: undefined },
      ),
      async (by, alg, inHeader, inClaims) => {
        const header = { alg, [inHeader.name]: inHeader.value }
        const claims = inClaims ? { ...usual, [inClaims.name]: inClaims.value } : usual
        const token = signed(header, claims, by)
        for (const scheme of schemes) {
          const found = await tryAuthenticate(scheme, token)
          expect(typeof found === 'string' || found.issuer === issuer).toBe(true)
        }
      },
    ),
    { numRuns: 1500 },
  )
})

test('anything in place of a token or a proof is rejected', async () => {
  const bound = signed({ alg: 'HS256' }, { ...usual, cnf: { jkt: 'x' } }, 'HS256')
  await assert(
    asyncProperty(
      oneof(string(), string({ unit: 'binary' }), constantFrom('..', '.'.repeat(9), 'e30.e30.e30')),
      changes(['alg', 'typ', 'jwk', 'crit', 'kid', 'b64']),
      nasty,
      async (text, inHeader, payload) => {
        for (const scheme of schemes)
          expect(typeof (await tryAuthenticate(scheme, text))).toBe('string')
        const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: keys.keys[0] }
        for (const proof of [
          text,
          signed({ ...header, [inHeader.name]: inHeader.value }, payload, 'ES256'),
          signed(header, payload, 'ES256'),
        ]) {
          const request = {
            method: 'GET',
            path: '/orders',
            header: (name: string) => (name === 'dpop' ? proof : undefined),
          } as HttpRequest
          const found = await tryAuthenticate(schemes[0] as never, bound, { word: 'DPoP', request })
          expect(typeof found).toBe('string')
        }
      },
    ),
    { numRuns: 300 },
  )
})
