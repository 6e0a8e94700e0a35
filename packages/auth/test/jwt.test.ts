import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { jwt, MemoryRevocations, RevocationStore, type IssuerOptions } from '@fw/auth'
import { TestIssuer } from '@fw/auth/testing'
import { AuthenticationUnavailable, Principal } from '@fw/core'
import { CompactSign, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { tryAuthenticate } from './try-authenticate.ts'

const issuer = 'https://id.example.com'
const audience = 'https://api.example.com'
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keys = {
  keys: [
    { ...(await exportJWK(ec.publicKey)), kid: 'ec', use: 'sig' },
    { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', use: 'sig' },
  ],
}
const trusted = { issuer, audience, keys } satisfies IssuerOptions
const scheme = jwt(trusted)

const now = () => Math.floor(Date.now() / 1000)
const usual = () => ({ iss: issuer, aud: audience, sub: 'ada', iat: now(), exp: now() + 60 })

/** Signs whatever it is given. */
function sign(
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  const protectedHeader = { alg: 'ES256', kid: 'ec', ...header }
  return new CompactSign(new TextEncoder().encode(JSON.stringify({ ...usual(), ...claims })))
    .setProtectedHeader(protectedHeader)
    .sign(
      protectedHeader.alg === 'RS256' || protectedHeader.alg === 'PS256'
        ? rsa.privateKey
        : ec.privateKey,
    )
}

function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(
    'base64url',
  )
}

describe('a token from the issuer', () => {
  test('identifies the caller', async () => {
    const claims = {
      client_id: 'shop',
      scope: 'orders:read orders:write',
      roles: ['admin'],
      auth_time: now() - 10,
    }
    const principal = await tryAuthenticate(scheme, await sign(claims, { typ: 'at+jwt' }))
    expect(principal).toBeInstanceOf(Principal)
    expect(principal).toMatchObject({
      id: 'ada',
      issuer,
      clientId: 'shop',
      scopes: ['orders:read', 'orders:write'],
      roles: ['admin'],
      authenticatedAt: new Date(claims.auth_time * 1000),
    })
    expect((principal as Principal).claims).toMatchObject(claims)
    expect(JSON.stringify(principal)).not.toContain('auth_time')
  })

  test.each(['RS256', 'PS256', 'ES256'])('may be signed by %s', async (alg) => {
    const token = await sign({}, { alg, kid: alg === 'ES256' ? 'ec' : 'rsa' })
    expect(await tryAuthenticate(scheme, token)).toMatchObject({ id: 'ada' })
  })

  describe.each([
    'RS256',
    'RS384',
    'RS512',
    'PS256',
    'PS384',
    'PS512',
    'ES256',
    'ES384',
    'ES512',
    'EdDSA',
    'Ed25519',
    'ML-DSA-44',
  ])('signed by %s', (alg) => {
    const pair = (kid: string, options = {}) =>
      generateKeyPair(alg, { extractable: true, ...options }).then(async (made) => ({
        ...made,
        jwk: { ...(await exportJWK(made.publicKey)), kid, alg },
      }))
    let made: ReturnType<typeof pair>[] | undefined
    const open = async () => {
      const [own, other] = await Promise.all((made ??= [pair('own'), pair('other')]))
      if (!own || !other) throw new Error('There are no keys.')
      const set = { keys: [own.jwk, other.jwk] }
      const known = jwt({ issuer, audience, keys: set, algorithms: [alg] })
      const header = { alg, kid: 'own' }
      const signBy = (key: CryptoKey, by: object = header) =>
        new SignJWT(usual()).setProtectedHeader({ alg, ...by }).sign(key)
      return { own, other, known, signBy }
    }

    test('is accepted the first time and again', async () => {
      const { own, other, known, signBy } = await open()
      for (const [key, kid] of [
        [own, 'own'],
        [other, 'other'],
        [own, 'own'],
        [other, 'other'],
      ] as const) {
        expect(await tryAuthenticate(known, await signBy(key.privateKey, { kid }))).toMatchObject({
          id: 'ada',
        })
      }
    })

    test('is rejected each time if it is truncated, changed, or signed by another key', async () => {
      const { own, other, known, signBy } = await open()
      const good = await signBy(own.privateKey)
      const [head = '', claims = '', signature = ''] = good.split('.')
      const otherSignature = (await signBy(other.privateKey)).split('.')[2]
      const changed = encode({ ...usual(), sub: 'eve' })
      for (const forged of [
        await signBy(other.privateKey),
        forge(good),
        `${head}.${claims}.${signature.slice(0, -4)}`,
        `${head}.${claims}.${signature}AAAA`,
        `${head}.${claims}.${otherSignature}`,
        `${head}.${changed}.${signature}`,
      ]) {
        expect(await tryAuthenticate(known, forged)).toBe('it was not signed by its issuer')
        expect(await tryAuthenticate(known, good)).toMatchObject({ id: 'ada' })
      }
    })
  })

  test('has the signature format of JWS, not that of X.509', async () => {
    const [head, claims] = (await sign()).split('.')
    const der = signBytes('sha256', Buffer.from(`${head}.${claims}`), ec.privateKey)
    expect(await tryAuthenticate(scheme, `${head}.${claims}.${der.toString('base64url')}`)).toBe(
      'it was not signed by its issuer',
    )
  })

  test('is rejected if its key is weak', async () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const set = { keys: [{ ...(await exportJWK(weak.publicKey)), kid: 'weak' }] }
    const data = `${encode({ alg: 'RS256', kid: 'weak' })}.${encode(usual())}`
    const signature = signBytes('sha256', Buffer.from(data), weak.privateKey).toString('base64url')
    expect(
      await tryAuthenticate(jwt({ issuer, audience, keys: set }), `${data}.${signature}`),
    ).toBe('the issuer has no such key')
  })

  test('is verified by the usable keys of a key set', async () => {
    const { x } = await exportJWK(ec.publicKey)
    const unusable = [
      { kty: 'EC', crv: 'P-256', x, y: x, kid: 'off the curve' },
      { kty: 'EC', crv: 'P-256', x, kid: 'without y' },
      { ...(await exportJWK(ec.privateKey)), kty: 'EC', kid: 'private' },
    ]
    const set = { keys: [...unusable, ...keys.keys] } as typeof keys
    const judged = async (kid: string) =>
      tryAuthenticate(jwt({ issuer, audience, keys: set }), await sign({}, { kid }))
    for (const { kid } of unusable) expect(await judged(kid)).toBe('the issuer has no such key')
    expect(await judged('ec')).toMatchObject({ id: 'ada' })
  })

  test('is accepted if its key may both sign and verify', async () => {
    const [first] = keys.keys
    const set = { keys: [{ ...first, key_ops: ['sign', 'verify'] }] } as typeof keys
    expect(await tryAuthenticate(jwt({ issuer, audience, keys: set }), await sign())).toMatchObject(
      {
        id: 'ada',
      },
    )
  })

  test('with claims that are not UTF-8 is rejected', async () => {
    const claims = Buffer.from(JSON.stringify({ ...usual(), sub: 'ad\xff' }), 'latin1')
    const token = await new CompactSign(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'ec' })
      .sign(ec.privateKey)
    expect(await tryAuthenticate(scheme, token)).toBe('it is not a signed JWT')
  })

  test.each([undefined, 'JWT', 'at+jwt', 'AT+JWT', 'application/at+jwt'])(
    'may be of the type %s',
    async (typ) => {
      expect(await tryAuthenticate(scheme, await sign({}, { typ }))).toMatchObject({ id: 'ada' })
    },
  )

  test('is verified by the only key with its algorithm if it names no key', async () => {
    expect(await tryAuthenticate(scheme, await sign({}, { kid: undefined }))).toMatchObject({
      id: 'ada',
    })
  })

  test.each<[unknown, unknown, readonly string[]]>([
    ['a  b', undefined, ['a', 'b']],
    [['a', 'b'], undefined, ['a', 'b']],
    [undefined, ['a'], ['a']],
    [undefined, 'a b', ['a', 'b']],
    [['a', 1], undefined, []],
    [{ a: true }, ['b'], []],
    [1, undefined, []],
    ['', 'b', []],
  ])('a token with scope %j and scp %j has the scopes %j', async (scope, scp, scopes) => {
    expect(await tryAuthenticate(scheme, await sign({ scope, scp }))).toMatchObject({ scopes })
  })

  test('may differ from the clock by half a minute', async () => {
    const token = await sign({ exp: now() - 25, nbf: now() + 25, iat: now() + 25 })
    expect(await tryAuthenticate(scheme, token)).toMatchObject({ id: 'ada' })
  })
})

describe('refuses', () => {
  const rows: [string, string, () => string | Promise<string>][] = [
    ['no token', 'it is not a signed JWT', () => 'opaque'],
    ['one of two parts', 'it is not a signed JWT', () => `${encode({})}.${encode({})}`],
    [
      'an encrypted one, of five parts',
      'it is not a signed JWT',
      async () => `${await sign()}.a.b`,
    ],
    [
      'one whose payload is no object',
      'it is not a signed JWT',
      () => `${encode({})}.${encode([])}.a`,
    ],
    ['100 kB of text', 'it is not a signed JWT', () => 'a.'.repeat(50_000)],
    [
      '100 kB of another signature',
      'it is malformed',
      async () => `${await sign()}${'!'.repeat(1e5)}`,
    ],
    [
      'alg none',
      'it is signed by an algorithm that is not accepted',
      () => `${encode({ alg: 'none' })}.${encode(usual())}.`,
    ],
    [
      'HS256 with the public key as its secret',
      'it is signed by an algorithm that is not accepted',
      () => {
        const text = `${encode({ alg: 'HS256', kid: 'rsa' })}.${encode(usual())}`
        const secret = rsa.publicKey.export({ format: 'pem', type: 'spki' })
        return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
      },
    ],
    ['the algorithm of another key', 'the issuer has no such key', () => sign({}, { kid: 'rsa' })],
    ['an unknown kid', 'the issuer has no such key', () => sign({}, { kid: 'other' })],
    [
      'a kid that is a path',
      'the issuer has no such key',
      () => sign({}, { kid: '../../dev/null' }),
    ],
    [
      'a kid that is SQL',
      'the issuer has no such key',
      () => sign({}, { kid: "' UNION SELECT 1--" }),
    ],
    ['a kid that is no text', 'the issuer has no such key', () => sign({}, { kid: 7 })],
    [
      'the key of the token itself (jwk)',
      'it was not signed by its issuer',
      () => signedByItself({ kid: 'ec' }),
    ],
    [
      'an address of keys (jku, x5u, x5c)',
      'the issuer has no such key',
      () =>
        signedByItself({
          kid: 'mine',
          jku: 'https://evil.example/keys',
          x5u: 'https://evil.example/x',
          x5c: ['MII'],
        }),
    ],
    [
      'an unknown crit',
      'it requires an extension (crit)',
      () => signCritical({ crit: ['exp'], exp: 1 }),
    ],
    ['an empty crit', 'it requires an extension (crit)', () => signCritical({ crit: [] })],
    [
      'crit b64',
      'it requires an extension (crit)',
      () => signCritical({ crit: ['b64'], b64: true }),
    ],
    ['an expired one', 'it has expired', () => sign({ exp: now() - 31 })],
    ['one that does not expire', 'it has no expiry', () => sign({ exp: undefined })],
    ['one that expires at a text', 'it has no expiry', () => sign({ exp: '9e9' })],
    ['one that expires beyond numbers', 'it has no expiry', () => signText('"exp":1e999')],
    ['one of the future (nbf)', 'it is not valid yet', () => sign({ nbf: now() + 40 })],
    ['one issued in the future', 'it is not valid yet', () => sign({ iat: now() + 40 })],
    [
      'another audience',
      'it is for another audience',
      () => sign({ aud: 'https://other.example' }),
    ],
    [
      'an audience with the same prefix',
      'it is for another audience',
      () => sign({ aud: `${audience}.evil` }),
    ],
    ['no audience', 'it is for another audience', () => sign({ aud: undefined })],
    ['another issuer', 'its issuer is not trusted', () => sign({ iss: 'https://evil.example' })],
    [
      'an issuer with an additional slash',
      'its issuer is not trusted',
      () => sign({ iss: `${issuer}/` }),
    ],
    ['no issuer', 'its issuer is not trusted', () => sign({ iss: undefined })],
    ['no subject', 'it has no subject', () => sign({ sub: undefined })],
    ['a subject that is not a string', 'it has no subject', () => sign({ sub: 1 })],
    [
      'an ID token with the type id+jwt',
      'it is a token of another type',
      () => sign({}, { typ: 'id+jwt' }),
    ],
    ['a DPoP proof', 'it is a token of another type', () => sign({}, { typ: 'dpop+jwt' })],
    [
      'a type that is not a string',
      'it is a token of another type',
      () => sign({}, { typ: { toString: 1 } }),
    ],
    [
      'a token that is bound to a key',
      'it is bound to a key that this scheme does not check',
      () => sign({ cnf: { jkt: 'x' } }),
    ],
    ['another signature', 'it was not signed by its issuer', async () => forge(await sign())],
  ]

  test.each(rows)('%s: %s', async (_what, reason, make) => {
    expect(await tryAuthenticate(scheme, await make())).toBe(reason)
  })

  test('a token without kid that matches several keys', async () => {
    const secondKey = { ...keys.keys[0], kid: 'twin' }
    const several = jwt({ ...trusted, keys: { keys: [...keys.keys, secondKey] } })
    const token = await sign({}, { kid: undefined })
    expect(await tryAuthenticate(several, token)).toBe(
      'several keys of its issuer match its header',
    )
    expect(await tryAuthenticate(several, await sign())).toMatchObject({ id: 'ada' })
  })
})

describe('a secret', () => {
  const secret = 'this secret is known to two servers alone'
  const shared = jwt({ issuer, audience, secret })

  test('verifies tokens signed with it, and none signed with a key pair', async () => {
    const token = await new SignJWT(usual())
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret))
    expect(await tryAuthenticate(shared, token)).toMatchObject({ id: 'ada' })
    expect(await tryAuthenticate(shared, await sign())).toBe(
      'it is signed by an algorithm that is not accepted',
    )
  })
})

describe('boot refuses', () => {
  test.each<[string, object, string]>([
    [
      'no audience',
      { audience: undefined },
      'the audience is missing, so tokens for other applications would be accepted',
    ],
    ['an empty audience', { audience: [] }, 'the audience is missing'],
    ['no issuer', { issuer: undefined }, 'the issuer is missing'],
    [
      'none',
      { algorithms: ['none'] },
      '"none" is not an algorithm for public keys. Use one of RS256, PS256',
    ],
    ['no algorithm', { algorithms: [] }, '"" is not an algorithm'],
    [
      'HS256 with public keys',
      { algorithms: ['HS256'] },
      '"HS256" is not an algorithm for public keys',
    ],
    ['an unknown algorithm', { algorithms: ['ES257'] }, '"ES257" is not an algorithm'],
    [
      'a secret combined with public keys',
      { secret: 'x'.repeat(32) },
      'a secret cannot be combined with public keys',
    ],
    [
      'a short secret',
      { keys: undefined, secret: 'x'.repeat(31) },
      'the secret has 31 bytes, so it could be guessed',
    ],
    [
      'RS256 with a secret',
      { keys: undefined, secret: 'x'.repeat(32), algorithms: ['RS256'] },
      '"RS256" is not an algorithm for a secret. Use one of HS256, HS384, HS512.',
    ],
    [
      'plain HTTP',
      { keys: undefined, issuer: 'http://id.example.com' },
      '"http://id.example.com" is not a secure URL',
    ],
    [
      'keys elsewhere',
      { keys: undefined, jwksUri: 'file:///etc/passwd' },
      '"file:///etc/passwd" is not a secure URL',
    ],
    [
      'a long tolerance',
      { clockTolerance: '6m' },
      'the clockTolerance "6m" is too long. Use at most "5m"',
    ],
  ])('%s', (_what, options, message) => {
    expect(() => jwt({ ...trusted, ...options } as IssuerOptions)).toThrow(message)
  })
})

describe('of several issuers', () => {
  test('each signs with its own keys', async () => {
    const [a, b] = [
      new TestIssuer({ issuer: 'https://a.test' }),
      new TestIssuer({ issuer: 'https://b.test' }),
    ]
    const schemes = [a.scheme(), b.scheme()] as const
    expect(await tryAuthenticate(schemes[0], await a.token())).toMatchObject({ issuer: a.issuer })
    expect(await tryAuthenticate(schemes[0], await b.token())).toBe('its issuer is not trusted')
    expect(await tryAuthenticate(schemes[0], await b.token({ iss: a.issuer }))).toBe(
      'the issuer has no such key',
    )
  })

  test('a function can return the issuer of each tenant, and must return the requested one', async () => {
    const asked: string[] = []
    const tenants = jwt({
      issuers: async (iss) => {
        asked.push(iss)
        return iss.endsWith('.example.com') ? { ...trusted, issuer } : undefined
      },
    })
    expect(await tryAuthenticate(tenants, await sign())).toMatchObject({ id: 'ada' })
    const other = await sign({ iss: 'https://other.example.com' })
    expect(await tryAuthenticate(tenants, other)).toBe('its issuer is not trusted')
    expect(await tryAuthenticate(tenants, await sign({ iss: '__proto__' }))).toBe(
      'its issuer is not trusted',
    )
    expect(asked).toEqual([issuer, 'https://other.example.com', '__proto__'])
  })
})

describe('a revoked token', () => {
  const revoked = new MemoryRevocations()
  const guarded = jwt({ ...trusted, revoked })

  test('is rejected if its id is revoked', async () => {
    const token = await sign({ jti: 'one' })
    expect(await tryAuthenticate(guarded, token)).toMatchObject({ id: 'ada' })
    revoked.revoke('one', (now() + 60) * 1000)
    expect(await tryAuthenticate(guarded, token)).toBe('it was revoked')
    expect(await tryAuthenticate(guarded, await sign({ jti: 'two' }))).toMatchObject({ id: 'ada' })
  })

  test('is rejected when all tokens of its principal are revoked, including those of the same second', async () => {
    const before = Date.now()
    const { key } = (await tryAuthenticate(guarded, await sign({ sub: 'bob' }))) as Principal
    revoked.revokeAll(key, before)
    const second = Math.floor(before / 1000)
    expect(await tryAuthenticate(guarded, await sign({ sub: 'bob', iat: second }))).toBe(
      'it was revoked',
    )
    expect(await tryAuthenticate(guarded, await sign({ sub: 'bob', iat: undefined }))).toBe(
      'it was revoked',
    )
    expect(
      await tryAuthenticate(guarded, await sign({ sub: 'bob', iat: second + 1 })),
    ).toMatchObject({
      id: 'bob',
    })
    expect(await tryAuthenticate(guarded, await sign())).toMatchObject({ id: 'ada' })
  })

  test('is not authenticated while the store fails', async () => {
    class Failing extends RevocationStore {
      revoke(): void {}
      revokeAll(): void {}
      isRevoked(): never {
        throw new Error('connection refused')
      }
    }
    const asked = tryAuthenticate(jwt({ ...trusted, revoked: new Failing() }), await sign())
    await expect(asked).rejects.toBeInstanceOf(AuthenticationUnavailable)
  })
})

test('after a rotation of the test issuer, tokens of the old key are rejected', async () => {
  const test = new TestIssuer()
  const own = test.scheme()
  const old = await test.token()
  expect(await tryAuthenticate(own, old)).toMatchObject({ id: 'somebody' })
  test.rotate()
  expect(await tryAuthenticate(own, old)).toBe('the issuer has no such key')
  expect(await tryAuthenticate(own, await test.token({ sub: 'ada' }))).toMatchObject({ id: 'ada' })
})

async function signedByItself(header: Record<string, unknown>): Promise<string> {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return new CompactSign(new TextEncoder().encode(JSON.stringify(usual())))
    .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(own.publicKey), ...header })
    .sign(own.privateKey)
}

/** The library signs no header that it does not know. */
function signCritical(header: object): string {
  const text = `${encode({ alg: 'ES256', kid: 'ec', ...header })}.${encode(usual())}`
  return `${text}.${signText64(text)}`
}

function signText(member: string): string {
  const payload = JSON.stringify(usual()).replace(/"exp":\d+/u, member)
  const text = `${encode({ alg: 'ES256', kid: 'ec' })}.${encode(payload)}`
  return `${text}.${signText64(text)}`
}

function signText64(text: string): string {
  return signBytes('sha256', Buffer.from(text), {
    key: ec.privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url')
}

function forge(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  return [header, encode({ ...claims, sub: 'root' }), signature].join('.')
}
