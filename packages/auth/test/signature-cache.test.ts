import { generateKeyPairSync, sign as signBytes, type KeyObject } from 'node:crypto'
import { jwt, MemoryRevocations, type IssuerOptions } from '@fw/auth'
import type { Principal } from '@fw/core'
import type { JSONWebKeySet } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SignatureCache } from '../src/keys/signature-cache.ts'
import { tryAuthenticate } from './try-authenticate.ts'

const issuer = 'https://id.example.com'
const audience = 'https://api.example.com'
const own = createKey()
const foreign = createKey()
const trusted = { issuer, audience, keys: own.set } satisfies IssuerOptions
const usual = { iss: issuer, aud: audience, sub: 'ada' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

function createKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }
  return { privateKey, set: { keys: [jwk] } as JSONWebKeySet }
}

function tokenBy(key: KeyObject, claims: object = {}, header: object = {}): string {
  const now = Math.floor(Date.now() / 1000)
  const [head, body] = [
    { alg: 'ES256', kid: 'one', ...header },
    { ...usual, iat: now, exp: now + 60, ...claims },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const data = Buffer.from(`${head}.${body}`)
  const signature = signBytes('sha256', data, { key, dsaEncoding: 'ieee-p1363' })
  return `${head}.${body}.${signature.toString('base64url')}`
}

const ada = { id: 'ada' }

describe('a token whose signature was verified before is rejected', () => {
  test('after it has expired, and before it is valid', async () => {
    const scheme = jwt(trusted)
    const token = tokenBy(own.privateKey)
    expect(await tryAuthenticate(scheme, token)).toMatchObject(ada)
    vi.setSystemTime(Date.now() + 91_000)
    expect(await tryAuthenticate(scheme, token)).toBe('it has expired')
    vi.setSystemTime(Date.now() - 200_000)
    expect(await tryAuthenticate(scheme, token)).toBe('it is not valid yet')
  })

  test('after it was revoked', async () => {
    const revoked = new MemoryRevocations()
    const scheme = jwt({ ...trusted, revoked })
    const token = tokenBy(own.privateKey, { jti: 'first' })
    expect(await tryAuthenticate(scheme, token)).toMatchObject(ada)
    revoked.revoke('first', Date.now() + 60_000)
    expect(await tryAuthenticate(scheme, token)).toBe('it was revoked')
  })

  test('after its issuer replaced the key with that id', async () => {
    let keys = own.set
    const scheme = jwt({ issuers: () => ({ ...trusted, keys }) })
    const token = tokenBy(own.privateKey)
    for (const _ of [1, 2]) expect(await tryAuthenticate(scheme, token)).toMatchObject(ada)
    keys = foreign.set
    expect(await tryAuthenticate(scheme, token)).toBe('it was not signed by its issuer')
    keys = { keys: foreign.set.keys.map((key) => ({ ...key, kid: 'two' })) }
    expect(await tryAuthenticate(scheme, token)).toBe('the issuer has no such key')
    keys = own.set
    expect(await tryAuthenticate(scheme, token)).toMatchObject(ada)
  })

  test('by a scheme with keys of another application', async () => {
    const token = tokenBy(own.privateKey)
    expect(await tryAuthenticate(jwt(trusted), token)).toMatchObject(ada)
    expect(await tryAuthenticate(jwt({ ...trusted, keys: foreign.set }), token)).toBe(
      'it was not signed by its issuer',
    )
  })

  test.each<[string, Partial<IssuerOptions>, string]>([
    ['audience', { audience: 'https://other.example.com' }, 'it is for another audience'],
    ['issuer', { issuer: 'https://other.example.com' }, 'its issuer is not trusted'],
    ['type', { typ: 'JWT' }, 'it is a token of another type'],
    ['algorithm', { algorithms: ['RS256'] }, 'it is signed by an algorithm that is not accepted'],
  ])('if another %s is required', async (_what, options, reason) => {
    const token = tokenBy(own.privateKey, {}, { typ: 'at+jwt' })
    expect(await tryAuthenticate(jwt(trusted), token)).toMatchObject(ada)
    expect(await tryAuthenticate(jwt({ ...trusted, ...options }), token)).toBe(reason)
  })

  test('with any part of it changed', async () => {
    const scheme = jwt(trusted)
    const token = tokenBy(own.privateKey)
    const [head = '', body = '', signature = ''] = token.split('.')
    const eve = tokenBy(foreign.privateKey, { sub: 'eve' }).split('.')[1] ?? ''
    for (const forged of [
      `${head}.${eve}.${signature}`,
      `${head}.${body}.${signature.slice(2)}${signature.slice(0, 2)}`,
      `${token}=`,
      `${token}.`,
      `${head}.${body}= .${signature}`,
      tokenBy(foreign.privateKey),
    ]) {
      expect(await tryAuthenticate(scheme, token)).toMatchObject(ada)
      expect(await tryAuthenticate(scheme, forged)).toBeTypeOf('string')
    }
  })
})

test('the signature of a token with certificates is cached', async () => {
  const scheme = jwt({ ...trusted, typ: 'at+jwt' })
  const token = tokenBy(own.privateKey, {}, { typ: 'application/at+JWT', x5c: ['A'.repeat(2000)] })
  for (const _ of [1, 2, 3]) expect(await tryAuthenticate(scheme, token)).toMatchObject(ada)
  expect(await tryAuthenticate(jwt({ ...trusted, typ: 'JWT' }), token)).toBe(
    'it is a token of another type',
  )
})

test('changes to the claims of a token do not affect the next request', async () => {
  const scheme = jwt(trusted)
  const token = tokenBy(own.privateKey, { scope: 'read', roles: ['user'] })
  const first = (await tryAuthenticate(scheme, token)) as Principal
  ;(first.claims as Record<string, unknown>)['sub'] = 'eve'
  ;(first.roles as string[]).push('admin')
  const second = (await tryAuthenticate(scheme, token)) as Principal
  expect(second).toMatchObject({ id: 'ada', roles: ['user'], scopes: ['read'] })
  expect(second.claims).toMatchObject({ sub: 'ada' })
})

test('a limited number of signatures is remembered, the repeated ones first', () => {
  const signatures = new SignatureCache()
  const known = { key: {} as CryptoKey, header: {} }
  for (let count = 0; count < 30_000; count++) {
    signatures.add(`digest ${count}`, known)
    if (count % 1000 === 0) expect(signatures.find('digest 0')).toBe(known)
  }
  expect(signatures.find('digest 29999')).toBe(known)
  const found = Array.from({ length: 30_000 }, (_, count) => signatures.find(`digest ${count}`))
  expect(found.filter(Boolean).length).toBeLessThanOrEqual(10_000)
})
