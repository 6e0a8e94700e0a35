import { inspect } from 'node:util'
import { generateKeyPairSync } from 'node:crypto'
import { apiKey, ApiKeys, basic, introspection, jwt, type StoredApiKey } from '@fw/auth'
import { TestIssuer } from '@fw/auth/testing'
import {
  EventListenerRegistry,
  Get,
  Post,
  Principal,
  Public,
  Scopes,
  type AccessRefused,
} from '@fw/core'
import { CompactSign } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import {
  guardedKernel,
  RefusalListener,
  startKernel,
} from '../../core/test/features/access/guarded.ts'
import { IdentityEndpoint } from './identity-endpoint.ts'

class Orders {
  @Get('/orders')
  list(caller: Principal) {
    return caller.id
  }

  @Get('/orders/{id}')
  @Scopes('orders:write')
  show(id: string) {
    return id
  }

  @Post('/orders')
  create(caller: Principal): never {
    throw new Error(`Nothing can be created by ${inspect(caller, { depth: 9 })}.`)
  }

  @Get('/open')
  @Public()
  open() {
    return 'open'
  }
}

/** The secret parts of a credential, if they are long enough not to be found by accident. */
function secretsIn(credential: string): string[] {
  const parts = credential.split(/[.:_ ]/u).filter((part) => part.length >= 12)
  const decoded = parts.map((part) => Buffer.from(part, 'base64url').toString())
  return [...parts, ...decoded.filter((text) => /^[\p{L}\p{N}\p{P} ]{12,}$/u.test(text))]
}

test('no log, event, response or document contains a credential, for any attack', async () => {
  const issuer = new TestIssuer()
  const away = await IdentityEndpoint.start()
  onTestFinished(() => away[Symbol.asyncDispose]())
  const keys = new Map<string, StoredApiKey>()
  const issued = ApiKeys.create('shop')
  keys.set(issued.id, { hash: issued.hash, principal: new Principal({ id: 'ada' }) })
  const listeners = new EventListenerRegistry()
  listeners.register(RefusalListener)
  const clientSecret = 'the secret of the client itself'
  const { kernel, log } = guardedKernel([Orders], {
    listeners,
    schemes: {
      test: issuer.scheme({ revoked: failing() }),
      far: jwt({ issuer: away.issuer, audience: 'https://api.example.com' }),
      key: apiKey({ find: (id) => keys.get(id) ?? null }),
      opaque: introspection({
        endpoint: `${away.issuer}/introspect`,
        clientId: 'api',
        clientSecret,
        issuer: away.issuer,
        audience: 'https://api.example.com',
      }),
      basic: basic({
        verify: (_name, password) => {
          if (password.startsWith('broken')) throw new Error('The database is away.')
          return null
        },
      }),
    },
  })
  const ask = await startKernel(kernel)
  const bearers = [
    await issuer.token({ email: 'ada.lovelace@example.com' }),
    await issuer.token({ exp: 1, email: 'ada.lovelace@example.com' }),
    await issuer.token({ aud: 'https://elsewhere.example.com/a/private/audience' }),
    await issuer.token({ iss: 'https://a-private-issuer.example.com' }),
    `${(await issuer.token()).slice(0, -8)}AAAAAAAA`,
    await away.token('https://api.example.com'),
    await strange({ alg: 'ES256', kid: '../../private/key/of/somebody' }),
    await strange({ alg: 'ES256', jku: 'https://private.example.com/keys' }),
    'an-opaque-and-very-private-token',
    issued.key,
    issued.key.replace(/.{8}$/u, '00000000'),
    ApiKeys.create('shop').key,
    'a'.repeat(9000),
    'broken grammar of a private token',
  ]
  const pairs = ['ada:a private password', 'ada:broken private password', 'no colon but private']
  const basics = pairs.map((pair) => `Basic ${Buffer.from(pair).toString('base64')}`)
  const fields = [
    ...bearers.map((token) => `Bearer ${token}`),
    ...bearers.map((token) => `DPoP ${token}`),
    ...basics,
  ]
  const output: string[] = []
  for (const authorization of fields) {
    for (const [method, path] of attempts) {
      const response = await ask(path, { method, headers: { authorization } })
      output.push(inspect([...response.headers]), await response.text())
    }
  }
  const openApi = await ask('/openapi.json')
  output.push(await openApi.text())
  const refusals: readonly AccessRefused[] = RefusalListener.refusals
  expect(refusals.length).toBeGreaterThan(50)
  expect(log.lines.length).toBeGreaterThan(50)
  output.push(inspect(log.lines, { depth: 12, showHidden: true }))
  output.push(inspect(refusals, { depth: 12, showHidden: true }))
  const all = output.join('\n')
  // Events hold the principal, whose claims are not printed.
  const printed = [...output.slice(0, -1), inspect(refusals, { depth: 12 })].join('\n')
  expect(printed).not.toContain('ada.lovelace')
  const secrets = [...bearers, ...pairs, ...basics, clientSecret].flatMap(secretsIn)
  expect(secrets.length).toBeGreaterThan(40)
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
})

const attempts = [
  ['GET', '/orders'],
  ['GET', '/orders/7'],
  ['POST', '/orders'],
  ['GET', '/open'],
  ['GET', '/nowhere'],
] as const

function strange(header: { alg: string; kid?: string; jku?: string }): Promise<string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const claims = { iss: 'https://issuer.test', sub: 'a private subject of somebody' }
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader(header)
    .sign(privateKey)
}

/** Fails every other time. */
function failing() {
  let count = 0
  return {
    revoke() {},
    revokeAll() {},
    isRevoked(): boolean {
      if (count++ % 2 > 0) return false
      throw new Error('connect ECONNREFUSED')
    },
  }
}
