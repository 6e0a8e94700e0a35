import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { type GivenDpop, MemoryReplays, ReplayStore } from '@fw/auth'
import { TestIssuer } from '@fw/auth/testing'
import { AuthenticationUnavailable, Config, CredentialRefused, type HttpRequest } from '@fw/core'
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { tryAuthenticate } from './try-authenticate.ts'

const issuer = new TestIssuer()
const client = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = await exportJWK(client.publicKey)
const jkt = await calculateJwkThumbprint(jwk)

function schemeOf(dpop: GivenDpop) {
  const scheme = issuer.scheme({ dpop })
  scheme.attach?.(Config.of({ FW_PUBLIC_URL: 'https://api.example.com/v1/' }), mustNotBeCalled)
  return scheme
}

function mustNotBeCalled(): never {
  throw new Error('No service is needed.')
}

function requestWith(proof: string | undefined, method = 'POST', path = '/orders'): HttpRequest {
  return {
    method,
    path,
    header: (name: string) => (name === 'dpop' ? proof : undefined),
  } as HttpRequest
}

interface Proof {
  readonly claims?: Record<string, unknown>
  readonly header?: Record<string, unknown>
}

function prove(token: string, { claims, header }: Proof = {}): Promise<string> {
  return new SignJWT({
    jti: randomUUID(),
    htm: 'POST',
    htu: 'https://api.example.com/v1/orders',
    iat: Math.floor(Date.now() / 1000),
    ath: createHash('sha256').update(token).digest('base64url'),
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
    .sign(client.privateKey)
}

const bound = await issuer.token({ sub: 'ada', cnf: { jkt } })
const unbound = await issuer.token({ sub: 'ada' })
const optional = schemeOf('optional')
const required = schemeOf('required')
const DPoP = (proof: string | undefined, method?: string, path?: string) => ({
  word: 'DPoP',
  request: requestWith(proof, method, path),
})

describe('a key-bound token', () => {
  test('is accepted with a proof for any query', async () => {
    for (const scheme of [optional, required]) {
      expect(await tryAuthenticate(scheme, bound, DPoP(await prove(bound)))).toMatchObject({
        id: 'ada',
      })
      const htu = 'HTTPS://API.example.com:443/v1/orders?page=2#top'
      const proof = await prove(bound, { claims: { htu } })
      expect(await tryAuthenticate(scheme, bound, DPoP(proof))).toMatchObject({ id: 'ada' })
    }
  })

  test('is rejected as Bearer, and an unbound token is rejected as DPoP', async () => {
    expect(await tryAuthenticate(optional, bound)).toBe('it needs a DPoP proof')
    expect(await tryAuthenticate(optional, unbound)).toMatchObject({ id: 'ada' })
    expect(await tryAuthenticate(required, unbound)).toBe('it needs a DPoP proof')
    expect(await tryAuthenticate(optional, unbound, DPoP(await prove(unbound)))).toBe(
      'it is not bound to a key',
    )
    const certificate = await issuer.token({ cnf: { 'x5t#S256': 'x' } })
    expect(await tryAuthenticate(optional, certificate, DPoP(await prove(certificate)))).toBe(
      'it is bound to a key that this scheme does not check',
    )
  })

  test('is rejected with a proof that was used before', async () => {
    const proof = await prove(bound)
    expect(await tryAuthenticate(required, bound, DPoP(proof))).toMatchObject({ id: 'ada' })
    expect(await tryAuthenticate(required, bound, DPoP(proof))).toBe(
      'the DPoP proof has been used before',
    )
  })

  test('of fifty concurrent uses of one proof, one is accepted', async () => {
    const proof = await prove(bound)
    const all = await Promise.all(
      Array.from({ length: 50 }, () => tryAuthenticate(required, bound, DPoP(proof))),
    )
    expect(all.filter((each) => typeof each !== 'string')).toHaveLength(1)
  })
})

const now = () => Math.floor(Date.now() / 1000)
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const otherJwk = await exportJWK(other.publicKey)
const privateJwk = await exportJWK(client.privateKey)

describe('a proof is rejected', () => {
  const rows: [string, string, Proof][] = [
    ['for another method', 'the htm of the DPoP proof does not match', { claims: { htm: 'GET' } }],
    [
      'for another path',
      'the htu of the DPoP proof does not match',
      { claims: { htu: 'https://api.example.com/v1/others' } },
    ],
    [
      'for another host',
      'the htu of the DPoP proof does not match',
      { claims: { htu: 'https://evil.example/v1/orders' } },
    ],
    [
      'with an invalid htu',
      'the htu of the DPoP proof does not match',
      { claims: { htu: 'orders' } },
    ],
    [
      'with an old iat',
      'the iat of the DPoP proof does not match',
      { claims: { iat: now() - 90 } },
    ],
    [
      'with an iat in the future',
      'the iat of the DPoP proof does not match',
      { claims: { iat: now() + 90 } },
    ],
    ['without an iat', 'the iat of the DPoP proof does not match', { claims: { iat: undefined } }],
    ['without a jti', 'the jti of the DPoP proof does not match', { claims: { jti: undefined } }],
    ['for another token', 'the ath of the DPoP proof does not match', { claims: { ath: 'x' } }],
    [
      'without a type',
      'the header of the DPoP proof does not match',
      { header: { typ: undefined } },
    ],
    [
      'that is an access token',
      'the header of the DPoP proof does not match',
      { header: { typ: 'at+jwt' } },
    ],
    ['of another key', 'the signature of the DPoP proof is invalid', { header: { jwk: otherJwk } }],
    [
      'that tells its private key',
      'the signature of the DPoP proof is invalid',
      { header: { jwk: privateJwk } },
    ],
    ['without a key', 'the signature of the DPoP proof is invalid', { header: { jwk: undefined } }],
  ]

  test.each(rows)('%s: %s', async (_what, reason, proof) => {
    expect(await tryAuthenticate(required, bound, DPoP(await prove(bound, proof)))).toBe(reason)
  })

  test('that is missing, duplicated, or too long', async () => {
    const proof = await prove(bound)
    expect(await tryAuthenticate(required, bound, DPoP(undefined))).toBe(
      'the DPoP proof is missing',
    )
    expect(await tryAuthenticate(required, bound, DPoP(`${proof}, ${proof}`))).toBe(
      'the signature of the DPoP proof is invalid',
    )
    expect(await tryAuthenticate(required, bound, DPoP('x'.repeat(100_000)))).toBe(
      'the DPoP proof is too long',
    )
  })

  test('of another key than the token is bound to', async () => {
    const token = await issuer.token({ cnf: { jkt: 'another' } })
    expect(await tryAuthenticate(required, token, DPoP(await prove(token)))).toBe(
      'the DPoP proof is signed with another key than that of the token',
    )
  })
})

test('with nonces, a client receives one and succeeds with it, even at another process', async () => {
  const dpop = { mode: 'required', nonce: 'the same secret in all the processes' } as const
  const [one, another] = [schemeOf(dpop), schemeOf(dpop)]
  const pendingResult = one.authenticate({ text: bound, ...DPoP(await prove(bound)) })
  const refused = await Promise.resolve(pendingResult).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(CredentialRefused)
  const { error, headers } = (refused as CredentialRefused).options
  expect(error).toBe('use_dpop_nonce')
  const proof = await prove(bound, { claims: { nonce: headers?.['dpop-nonce'] } })
  expect(await tryAuthenticate(another, bound, DPoP(proof))).toMatchObject({ id: 'ada' })
})

test('no caller is authenticated while the store of proofs fails', async () => {
  class Failing extends ReplayStore {
    claim(): never {
      throw new Error('connection refused')
    }
  }
  const scheme = schemeOf({ mode: 'required', replays: new Failing() })
  const pendingResult = tryAuthenticate(scheme, bound, DPoP(await prove(bound)))
  await expect(pendingResult).rejects.toBeInstanceOf(AuthenticationUnavailable)
})

test('a store in memory forgets expired proofs', () => {
  const replays = new MemoryReplays()
  expect(replays.claim('a', Date.now() - 1)).toBe(true)
  expect(replays.claim('a', Date.now() + 60_000)).toBe(true)
  expect(replays.claim('a', Date.now() + 60_000)).toBe(false)
})

test('challenges list the accepted schemes, and the algorithms of proofs', () => {
  const details = { realm: 'shop', error: 'invalid_token' }
  const algs = 'algs="ES256 ES384 ES512 EdDSA Ed25519 PS256 RS256"'
  expect(optional.challenge(details)).toBe(
    `Bearer realm="shop", error="invalid_token", DPoP realm="shop", error="invalid_token", ${algs}`,
  )
  expect(required.challenge({ realm: 'shop' })).toBe(`DPoP realm="shop", ${algs}`)
})

test('boot refuses a missing FW_PUBLIC_URL and a short secret', () => {
  const scheme = issuer.scheme({ dpop: 'required' })
  expect(() => scheme.attach?.(Config.of({}), mustNotBeCalled)).toThrow('FW_PUBLIC_URL')
  const plain = Config.of({ FW_PUBLIC_URL: 'http://api.example.com' })
  expect(() => scheme.attach?.(plain, mustNotBeCalled)).toThrow(
    '"http://api.example.com" is not a secure URL',
  )
  expect(() => schemeOf({ mode: 'required', nonce: 'short' })).toThrow(
    'the secret of the nonces has 5 characters',
  )
})
