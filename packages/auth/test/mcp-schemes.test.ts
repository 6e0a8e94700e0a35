import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { apiKey, ApiKeys, basic, jwt, session, type StoredApiKey } from '@fw/auth'
import { TestIssuer } from '@fw/auth/testing'
import { McpTool, Principal, Scopes, type AuthenticationOptions } from '@fw/core'
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startKernel } from '../../core/test/features/access/guarded.ts'
import { IdentityEndpoint } from './identity-endpoint.ts'
import { protocolVersions, createMcpKernel, publicUrl, createSender } from './mcp-serving.ts'

class Orders {
  @McpTool('whoami', 'Says who calls.')
  whoami(caller: Principal) {
    return `${caller.id} by ${caller.scheme}`
  }

  @McpTool('read', 'Reads.')
  @Scopes('orders:read')
  read() {
    return 'orders'
  }
}

const issuer = new TestIssuer()
const resource = `${publicUrl}/mcp`
const open = (options: AuthenticationOptions) => createMcpKernel([Orders], options).kernel

const stored = new Map<string, StoredApiKey>()
const find = (id: string) => stored.get(id) ?? null

function issue(scopes: readonly string[] = [], rest: Partial<StoredApiKey> = {}): string {
  const { key, id, hash } = ApiKeys.create('shop')
  stored.set(id, { hash, principal: new Principal({ id: 'robot', scopes }), ...rest })
  return key
}

describe.each(protocolVersions)('an API key at /mcp in %s', (version) => {
  test('is accepted if no scheme uses OAuth, and tokens are not mentioned', async () => {
    const kernel = open({ schemes: { key: apiKey({ find }) } })
    const send = await createSender(kernel, version)
    const refused = await send(undefined, 'tools/list')
    expect([refused.status, refused.challenge]).toEqual([401, 'Bearer realm="orders"'])
    const found = await send(issue(), 'tools/call', { name: 'whoami' })
    expect(found.body.result.content[0].text).toBe('robot by key')
    const without = await send(issue(), 'tools/call', { name: 'read' })
    expect([without.status, without.body]).toEqual([403, { error: 'insufficient_scope' }])
    const read = await send(issue(['orders:read']), 'tools/call', { name: 'read' })
    expect(read.body.result.content[0].text).toBe('orders')
    const past = new Date(Date.now() - 1)
    for (const key of [issue([], { revokedAt: past }), ApiKeys.create('shop').key]) {
      expect((await send(key, 'tools/list')).status).toBe(401)
    }
    const ask = await startKernel(kernel)
    expect((await ask('/.well-known/oauth-protected-resource/mcp')).status).toBe(404)
  })

  test('is a 401 next to OAuth unless the scheme is named', async () => {
    const schemes = () => ({ user: issuer.scheme(), key: apiKey({ find, header: 'X-Api-Key' }) })
    const closed = await createSender(open({ schemes: schemes() }), version)
    const own = { 'x-api-key': issue() }
    expect((await closed(undefined, 'tools/list', {}, own)).status).toBe(401)
    const named = open({ schemes: schemes(), mcp: { schemes: ['user', 'key'] } })
    const send = await createSender(named, version)
    const found = await send(undefined, 'tools/call', { name: 'whoami' }, own)
    expect(found.body.result.content[0].text).toBe('robot by key')
    const user = await issuer.token({ aud: resource, sub: 'ada' })
    const ada = await send(user, 'tools/call', { name: 'whoami' })
    expect(ada.body.result.content[0].text).toBe('ada by user')
    expect((await send(user, 'tools/list', {}, own)).status).toBe(400)
    const { challenge } = await send(undefined, 'tools/list')
    expect(challenge).toMatch(/^Bearer realm="orders", resource_metadata=".*", ApiKey realm=/)
    const alone = open({ schemes: schemes(), mcp: { schemes: ['key'] } })
    expect((await (await createSender(alone, version))(user, 'tools/list')).status).toBe(401)
  })
})

test('neither a cookie nor a password authenticates for /mcp next to OAuth', async () => {
  const lookedUpIds: string[] = []
  const verify = (name: string) => {
    lookedUpIds.push(name)
    return new Principal({ id: name })
  }
  const send = await createSender(
    open({ schemes: { user: issuer.scheme(), web: session(), pass: basic({ verify }) } }),
    '2026-07-28',
  )
  const authorization = `Basic ${Buffer.from('ada:secret').toString('base64')}`
  expect((await send(undefined, 'tools/list', {}, { authorization })).status).toBe(401)
  const cookie = `session=${'A'.repeat(43)}; __Host-session=${'A'.repeat(43)}`
  const refused = await send(undefined, 'tools/list', {}, { cookie })
  expect([refused.status, refused.headers.get('set-cookie')]).toEqual([401, null])
  expect(lookedUpIds).toEqual([])
})

const client = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = await exportJWK(client.publicKey)
const cnf = { jkt: await calculateJwkThumbprint(jwk) }

function prove(token: string, claims: object = {}): Promise<string> {
  return new SignJWT({
    jti: randomUUID(),
    htm: 'POST',
    htu: resource,
    iat: Math.floor(Date.now() / 1000),
    ath: createHash('sha256').update(token).digest('base64url'),
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
    .sign(client.privateKey)
}

test.each(protocolVersions)('a key-bound token needs a proof at /mcp in %s', async (version) => {
  const send = await createSender(
    open({ schemes: { user: issuer.scheme({ dpop: 'required' }) } }),
    version,
  )
  const token = await issuer.token({ aud: resource, sub: 'ada', cnf })
  const authorization = `DPoP ${token}`
  const whoami = (dpop: string) =>
    send(undefined, 'tools/call', { name: 'whoami' }, { authorization, dpop })
  const proof = await prove(token)
  expect((await whoami(proof)).body.result.content[0].text).toBe('ada by user')
  expect((await whoami(proof)).status).toBe(401)
  for (const claims of [
    { htu: publicUrl },
    { htu: 'http://localhost/mcp' },
    { htm: 'GET' },
    { ath: 'x' },
  ]) {
    expect((await whoami(await prove(token, claims))).status).toBe(401)
  }
  expect((await send(token, 'tools/call', { name: 'whoami' })).status).toBe(401)
  const refused = await send(undefined, 'tools/list', {}, { authorization })
  expect([refused.status, refused.body]).toEqual([401, { error: 'invalid_token' }])
  expect(refused.challenge).toMatch(/^DPoP realm="orders", error="invalid_token", .*algs="/)
  const forRoutes = await issuer.token({ sub: 'ada', cnf })
  const dpop = await prove(forRoutes)
  const other = { authorization: `DPoP ${forRoutes}`, dpop }
  expect((await send(undefined, 'tools/list', {}, other)).status).toBe(401)
})

test('the options set audience, scopes and issuers', async () => {
  const mcp = {
    audience: 'urn:orders:agents',
    scopes: ['agents', 'orders:read'],
    authorizationServers: ['https://one.example', 'https://two.example'],
  }
  const kernel = open({ schemes: { user: issuer.scheme() }, mcp })
  const send = await createSender(kernel, '2026-07-28')
  const refused = await send(undefined, 'tools/list')
  expect(refused.challenge).toContain('scope="agents orders:read"')
  expect((await send(await issuer.token({ aud: resource }), 'tools/list')).status).toBe(401)
  const named = await issuer.token({ aud: mcp.audience })
  expect((await send(named, 'tools/list')).status).toBe(200)
  const ask = await startKernel(kernel)
  const metadata = await ask('/.well-known/oauth-protected-resource/mcp')
  expect(await metadata.json()).toMatchObject({
    resource,
    authorization_servers: mcp.authorizationServers,
    scopes_supported: mcp.scopes,
  })
})

test('the metadata of an unavailable issuer is requested at most every 30 seconds', async () => {
  const endpoint = await IdentityEndpoint.start()
  onTestFinished(() => endpoint[Symbol.asyncDispose]())
  const ask = await startKernel(
    open({ schemes: { user: jwt({ issuer: endpoint.issuer, audience: publicUrl }) } }),
  )
  const path = '/.well-known/oauth-authorization-server'
  endpoint.handlers.set(path, (response) => response.writeHead(500).end())
  const statuses: number[] = []
  for (let count = 0; count < 20; count += 1) statuses.push((await ask(path)).status)
  expect(new Set(statuses)).toEqual(new Set([503]))
  expect(endpoint.requestedPaths.filter((each) => each === path)).toHaveLength(1)
})
