import assert from 'node:assert/strict'
import * as client from 'openid-client'
import { followRedirects } from '../../../packages/auth/test/consenting-provider.ts'
import type { CaseList } from '../judge.ts'
import { ask, challengeOf, discoverAgent, type Tokens } from './clients.ts'
import { redirectUri } from './provider.ts'

interface Metadata {
  readonly resource: string
  readonly authorization_servers: readonly string[]
  readonly scopes_supported: readonly string[]
  readonly bearer_methods_supported: readonly string[]
}

/** An agent that knows only the address of the resource: RFC 9728, then the code flow with PKCE, then a refresh. */
export async function checkAgent(cases: CaseList, issuer: string, base: string): Promise<void> {
  const resource = `${base}/mcp`
  let address = ''
  let metadata: Metadata | undefined
  let agent: client.Configuration | undefined
  let tokens: Tokens | undefined
  let refreshToken = ''

  await cases.check('RFC 9728: the challenge leads to the metadata of the resource', async () => {
    const response = await call(resource)
    assert.equal(response.status, 401)
    const challenge = challengeOf(response)
    address = /resource_metadata="([^"]+)"/u.exec(challenge)?.[1] ?? ''
    assert.ok(address.startsWith(base), challenge)
  })
  await cases.check('RFC 9728: the metadata names the resource', async () => {
    const response = await fetch(address)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/u)
    metadata = (await response.json()) as Metadata
    assert.equal(metadata.resource, resource)
  })
  await cases.check('RFC 9728: the metadata names the authorization server', () =>
    assert.deepEqual(metadata?.authorization_servers, [issuer]),
  )
  await cases.check('RFC 9728: the metadata names scopes and methods', () => {
    assert.ok(metadata?.scopes_supported.includes('orders:read'))
    assert.deepEqual(metadata?.bearer_methods_supported, ['header'])
  })
  await cases.check('RFC 9728: the path of the metadata has that of the resource in it', () =>
    assert.equal(address, `${base}/.well-known/oauth-protected-resource/mcp`),
  )
  await cases.check(
    'RFC 8414: the client discovers the server that the metadata names',
    async () => {
      agent = await discoverAgent(metadata?.authorization_servers[0] ?? '')
      assert.equal(agent.serverMetadata().issuer, issuer)
    },
  )
  await cases.check('RFC 7636: a code is exchanged for a token', async () => {
    tokens = await authorize(agent as client.Configuration, resource, 'orders:read orders:write')
    assert.equal(tokens.token_type, 'bearer')
    refreshToken = tokens.refresh_token ?? ''
  })
  await cases.check('the token is accepted by the resource', async () => {
    const response = await call(resource, tokens?.access_token)
    assert.equal(response.status, 200)
    assert.match(await response.text(), /orders of ada/u)
  })
  await cases.check('the token is accepted by a route', async () => {
    const response = await ask(`${base}/orders`, tokens?.access_token ?? '')
    assert.deepEqual(await response.json(), { id: 'ada', client: 'agent' })
  })
  await cases.check('the client calls the route by itself', async () => {
    const response = await client.fetchProtectedResource(
      agent as client.Configuration,
      tokens?.access_token ?? '',
      new URL(`${base}/orders`),
      'POST',
    )
    assert.equal(await response.text(), '"created"')
  })
  await cases.check('the ID token is no access token', async () => {
    const response = await ask(`${base}/orders`, tokens?.id_token ?? '')
    assert.equal(response.status, 401)
    assert.match(challengeOf(response), /error="invalid_token"/u)
  })
  await cases.check('the refresh token is no access token', async () => {
    const response = await ask(`${base}/orders`, refreshToken)
    assert.equal(response.status, 401)
  })
  await cases.check('RFC 6749: a refreshed token is accepted', async () => {
    const refreshed = await refresh('orders:read orders:write')
    assert.notEqual(refreshed.access_token, tokens?.access_token)
    assert.equal((await ask(`${base}/orders`, refreshed.access_token)).status, 200)
  })
  await cases.check('RFC 6749: a token refreshed for fewer scopes allows less', async () => {
    const { access_token: token } = await refresh('orders:read')
    assert.equal((await ask(`${base}/orders`, token)).status, 200)
    const denied = await ask(`${base}/orders`, token, { method: 'POST' })
    assert.equal(denied.status, 403)
    assert.match(challengeOf(denied), /error="insufficient_scope", scope="orders:write"/u)
  })
  await cases.check('RFC 8707: a token for another resource is rejected', async () => {
    const other = await authorize(
      agent as client.Configuration,
      'https://other.example',
      'orders:read',
    )
    const response = await ask(`${base}/orders`, other.access_token)
    assert.equal(response.status, 401)
    assert.match(challengeOf(response), /error="invalid_token"/u)
  })

  async function refresh(scope: string): Promise<Tokens> {
    const config = agent as client.Configuration
    const refreshed = await client.refreshTokenGrant(config, refreshToken, { scope, resource })
    refreshToken = refreshed.refresh_token ?? refreshToken
    return refreshed
  }
}

/** The code flow with PKCE, with a browser whose user agrees. */
async function authorize(
  config: client.Configuration,
  resource: string,
  scope: string,
): Promise<Tokens> {
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const expectedState = client.randomState()
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: `openid offline_access ${scope}`,
    prompt: 'consent',
    resource,
    state: expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const back = await followRedirects(address, redirectUri)
  return client.authorizationCodeGrant(
    config,
    back,
    { pkceCodeVerifier, expectedState },
    { resource },
  )
}

function call(resource: string, token?: string): Promise<Response> {
  return fetch(resource, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_orders', arguments: {} },
    }),
  })
}
