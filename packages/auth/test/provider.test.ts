import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { introspection, jwt } from '@fw/auth'
import { Config, Get, Principal, Scopes } from '@fw/core'
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  withToken,
  guardedKernel,
  startKernel,
  type GuardedOptions,
} from '../../core/test/features/access/guarded.ts'
import { clientSecret, IdentityProvider } from './identity-provider.ts'

const audience = 'https://api.example.com'

class Orders {
  @Get('/orders')
  @Scopes('orders:read')
  list(caller: Principal) {
    return caller.clientId
  }

  @Get('/all')
  @Scopes('orders:write')
  all() {
    return []
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function start(format?: 'jwt' | 'opaque'): Promise<IdentityProvider> {
  // It logs that it is not set up for production.
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
  const provider = await IdentityProvider.start(audience, format)
  onTestFinished(() => provider[Symbol.asyncDispose]())
  return provider
}

function serve(schemes: GuardedOptions['schemes'] & object, prepare?: GuardedOptions['prepare']) {
  return startKernel(guardedKernel([Orders], { schemes, ...(prepare && { prepare }) }).kernel)
}

test('tokens of a real provider are accepted, and a missing scope is requested', async () => {
  const provider = await start()
  const ask = await serve({ user: jwt({ issuer: provider.issuer, audience }) })
  const token = await provider.token()
  const allowed = await ask('/orders', withToken(token))
  expect([allowed.status, await allowed.json()]).toEqual([200, 'worker'])
  const missing = await ask('/all', withToken(token))
  expect(missing.status).toBe(403)
  expect(missing.headers.get('www-authenticate')).toContain(
    'error="insufficient_scope", scope="orders:write"',
  )
  expect((await ask('/all', withToken(await provider.token('orders:write')))).status).toBe(200)
})

test('while its keys are rotated under load, no request fails that should pass', async () => {
  const provider = await start()
  const ask = await serve({ user: jwt({ issuer: provider.issuer, audience }) })
  const statuses: number[] = []
  const stop = new AbortController()
  const load = Array.from({ length: 8 }, async () => {
    while (!stop.signal.aborted) {
      const token = await provider.token()
      const some = await Promise.all(
        Array.from({ length: 5 }, async () => (await ask('/orders', withToken(token))).status),
      )
      statuses.push(...some)
    }
  })
  for (let rotation = 0; rotation < 5; rotation += 1) {
    const before = statuses.length
    await expect.poll(() => statuses.length).toBeGreaterThan(before + 100)
    vi.setSystemTime(Date.now() + 31_000)
    provider.rotate()
  }
  const before = statuses.length
  await expect.poll(() => statuses.length).toBeGreaterThan(before + 100)
  stop.abort()
  await Promise.all(load)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
})

test('opaque tokens are introspected, and refused after they are revoked', async () => {
  const provider = await start('opaque')
  const { issuer } = provider
  const endpoint = `${issuer}/token/introspection`
  const scheme = { endpoint, clientId: 'worker', clientSecret, issuer, audience }
  const ask = await serve({ user: introspection(scheme) })
  const token = await provider.token()
  expect((await ask('/orders', withToken(token))).status).toBe(200)
  await provider.revoke(token)
  expect((await ask('/orders', withToken(token))).status).toBe(401)
  const stranger = introspection({ ...scheme, clientSecret: 'wrong' })
  const other = await serve({ user: stranger })
  expect((await other('/orders', withToken(await provider.token()))).status).toBe(503)
})

test('key-bound tokens of a real provider need a proof', async () => {
  const provider = await start()
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = await exportJWK(publicKey)
  const prove = (htm: string, htu: string, token?: string) =>
    new SignJWT({
      jti: randomUUID(),
      htm,
      htu,
      iat: Math.floor(Date.now() / 1000),
      ...(token !== undefined && { ath: createHash('sha256').update(token).digest('base64url') }),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .sign(privateKey)
  const ask = await serve(
    { user: jwt({ issuer: provider.issuer, audience, dpop: 'optional' }) },
    (container) => container.instance(Config, Config.of({ FW_PUBLIC_URL: audience })),
  )
  const dpop = await prove('POST', `${provider.issuer}/token`)
  const token = await provider.token('orders:read', { dpop })
  const claims = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  ) as object
  expect(claims).toMatchObject({ cnf: { jkt: await calculateJwkThumbprint(jwk) } })
  const headers = async () => ({
    authorization: `DPoP ${token}`,
    dpop: await prove('GET', `${audience}/orders`, token),
  })
  const used = await headers()
  expect((await ask('/orders', { headers: used })).status).toBe(200)
  expect((await ask('/orders', { headers: used })).status).toBe(401)
  expect((await ask('/orders', { headers: await headers() })).status).toBe(200)
  const stolen = await ask('/orders', withToken(token))
  expect(stolen.status).toBe(401)
  expect(stolen.headers.get('www-authenticate')).toContain(', DPoP realm=')
})
