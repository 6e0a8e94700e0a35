import { generateKeyPairSync } from 'node:crypto'
import { jwt, type IssuerOptions } from '@fw/auth'
import type { Principal } from '@fw/core'
import { exportJWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { tryAuthenticate } from './try-authenticate.ts'

const issuer = 'https://id.example.com'
const audience = 'https://api.example.com'
const pairs = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
}
const keys = {
  keys: await Promise.all(
    Object.entries(pairs).map(async ([alg, { publicKey }]) => ({
      ...(await exportJWK(publicKey)),
      kty: alg === 'RS256' ? 'RSA' : 'EC',
      kid: alg,
      alg,
    })),
  ),
}
const schemeOf = (options: Partial<IssuerOptions> = {}) =>
  jwt({ issuer, audience, keys, algorithms: ['RS256', 'ES384'], ...options })

function sign(
  claims: Record<string, unknown>,
  { typ, alg = 'RS256' }: { typ?: string; alg?: keyof typeof pairs } = {},
): Promise<string> {
  return new SignJWT({ iss: issuer, aud: audience, sub: 'ada', ...claims })
    .setProtectedHeader({ alg, kid: alg, ...(typ && { typ }) })
    .setExpirationTime('5m')
    .sign(pairs[alg].privateKey)
}

test('a required type must be present', async () => {
  const strict = schemeOf({ typ: 'at+jwt' })
  expect(await tryAuthenticate(strict, await sign({}))).toBe('it is a token of another type')
  expect(await tryAuthenticate(strict, await sign({}, { typ: 'JWT' }))).toBe(
    'it is a token of another type',
  )
  expect(await tryAuthenticate(strict, await sign({}, { typ: 'at+jwt' }))).toMatchObject({
    id: 'ada',
  })
  expect(await tryAuthenticate(schemeOf(), await sign({}))).toMatchObject({ id: 'ada' })
})

test('a string is one role, and scopes are separated by spaces', async () => {
  const { roles, scopes } = (await tryAuthenticate(
    schemeOf(),
    await sign({ roles: 'billing admin', scope: 'a b' }),
  )) as Principal
  expect([roles, scopes]).toEqual([['billing admin'], ['a', 'b']])
})

test('a sign-in time in the future is ignored', async () => {
  const at = Math.floor(Date.now() / 1000)
  const of = async (time: number) =>
    ((await tryAuthenticate(schemeOf(), await sign({ auth_time: time }))) as Principal)
      .authenticatedAt
  expect(await of(at + 3600)).toBeUndefined()
  expect(await of(at + 5)).toBeInstanceOf(Date)
})

test.each(['RS256', 'ES384'] as const)('a signature by %s has one spelling', async (alg) => {
  const token = await sign({}, { alg })
  expect(await tryAuthenticate(schemeOf(), token)).toMatchObject({ id: 'ada' })
  for (const other of [`${token}=`, `${token}==`, `${token}\n`]) {
    expect(await tryAuthenticate(schemeOf(), other)).toBe('it is malformed')
  }
})

test('without an audience, tokens are accepted by their client', async () => {
  const scheme = schemeOf({ audience: false, clientId: ['web', 'app'] })
  const known = await tryAuthenticate(scheme, await sign({ aud: undefined, client_id: 'web' }))
  expect(known).toMatchObject({ id: 'ada', clientId: 'web' })
  expect(await tryAuthenticate(scheme, await sign({ aud: undefined, azp: 'app' }))).toMatchObject({
    id: 'ada',
  })
  const another = 'it was issued to another client'
  expect(await tryAuthenticate(scheme, await sign({ aud: undefined }))).toBe(another)
  expect(
    await tryAuthenticate(scheme, await sign({ aud: undefined, client_id: 'x', azp: 'web' })),
  ).toBe(another)
  expect(await tryAuthenticate(scheme, await sign({ client_id: 'web' }))).toBe(
    'it is for another audience',
  )
  expect(() => schemeOf({ audience: false })).toThrow(/audience is false, .* clientId: "…"\./)
  expect(() => schemeOf({ clientId: [] })).toThrow('the clientId is empty')
})
