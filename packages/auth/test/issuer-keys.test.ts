import { jwt } from '@fw/auth'
import { AuthenticationUnavailable, type Scheme } from '@fw/core'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createKey, IdentityEndpoint, sendJson } from './identity-endpoint.ts'
import { tryAuthenticate } from './try-authenticate.ts'

const audience = 'https://api.example.com'
const minute = 60_000

async function start(
  path?: string,
): Promise<{ endpoint: IdentityEndpoint; scheme: Scheme<never> }> {
  const endpoint = await IdentityEndpoint.start(path)
  onTestFinished(() => endpoint[Symbol.asyncDispose]())
  return { endpoint, scheme: jwt({ issuer: endpoint.issuer, audience }) }
}

/** The outcome for a caller: a name, a reason, or why there is no outcome. */
async function resultOf(scheme: Scheme<never>, token: string | Promise<string>): Promise<string> {
  try {
    const found = await tryAuthenticate(scheme, await token)
    return typeof found === 'string' ? found : found.id
  } catch (error) {
    if (!(error instanceof AuthenticationUnavailable)) throw error
    expect(error).toMatchObject({ status: 503 })
    return String((error.cause as Error | undefined)?.message)
  }
}

const unknown = 'the issuer has no such key'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

function pass(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds)
}

describe('keys', () => {
  test('are fetched on first use, once for all waiting callers', async () => {
    const { endpoint, scheme } = await start()
    expect(endpoint.requestedPaths).toEqual([])
    const token = await endpoint.token(audience)
    const results = await Promise.all(Array.from({ length: 50 }, () => resultOf(scheme, token)))
    expect(new Set(results)).toEqual(new Set(['ada']))
    expect(endpoint.requestedPaths).toEqual(['/.well-known/oauth-authorization-server', '/keys'])
  })

  test('are not fetched for tokens that are rejected anyway', async () => {
    const { endpoint, scheme } = await start()
    const claims = [{ aud: 'other' }, { exp: 1 }, { iss: 'https://other.example' }, { sub: '' }]
    for (const each of claims) await resultOf(scheme, endpoint.token(audience, each))
    await resultOf(scheme, 'a.b.c')
    expect(endpoint.requestedPaths).toEqual([])
  })

  test('of an issuer with a path come from RFC 8414, else from OpenID', async () => {
    const { endpoint, scheme } = await start('/tenant')
    const metadataPath = '/.well-known/oauth-authorization-server/tenant'
    endpoint.handlers.set(
      '/tenant/.well-known/openid-configuration',
      endpoint.handlers.get(metadataPath) ?? fail,
    )
    endpoint.handlers.delete(metadataPath)
    expect(await resultOf(scheme, endpoint.token(audience))).toBe('ada')
    expect(endpoint.requestedPaths).toEqual([
      metadataPath,
      '/tenant/.well-known/openid-configuration',
      '/keys',
    ])
  })

  test('come from a configured URL, without metadata', async () => {
    const { endpoint } = await start()
    const { issuer } = endpoint
    const scheme = jwt({ issuer, audience, jwksUri: `${issuer}/keys` })
    expect(await resultOf(scheme, endpoint.token(audience))).toBe('ada')
    expect(endpoint.requestedPaths).toEqual(['/keys'])
  })

  test('are renewed in the background after ten minutes', async () => {
    const { endpoint, scheme } = await start()
    await resultOf(scheme, endpoint.token(audience))
    pass(10 * minute)
    expect(await resultOf(scheme, endpoint.token(audience))).toBe('ada')
    expect(endpoint.fetches).toBe(1)
    pass(1)
    const wait = Promise.withResolvers<void>()
    const serveKeys = endpoint.handlers.get('/keys') ?? fail
    endpoint.handlers.set('/keys', async (...given) => serveKeys(...(await wait.promise, given)))
    expect(await resultOf(scheme, endpoint.token(audience))).toBe('ada')
    wait.resolve()
    await expect.poll(() => endpoint.fetches).toBe(2)
  })

  test('are renewed in the background after a clock was set back by ten minutes', async () => {
    const { endpoint, scheme } = await start()
    const token = await endpoint.token(audience)
    expect(await resultOf(scheme, token)).toBe('ada')
    const fetches = endpoint.requestedPaths.length
    pass(-11 * minute)
    const later = await endpoint.token(audience)
    expect(await resultOf(scheme, later)).toBe('ada')
    await expect.poll(() => endpoint.requestedPaths.length).toBeGreaterThan(fetches)
  })

  test('are fetched immediately for an unknown key, within the request', async () => {
    const { endpoint, scheme } = await start()
    const old = await endpoint.token(audience)
    await resultOf(scheme, old)
    pass(30_000)
    endpoint.keys = [createKey()]
    const results = await Promise.all(
      Array.from({ length: 50 }, () => resultOf(scheme, endpoint.token(audience))),
    )
    expect(new Set(results)).toEqual(new Set(['ada']))
    expect(endpoint.fetches).toBe(2)
    expect(await resultOf(scheme, old)).toBe(unknown)
  })

  test('are fetched at most every 30 seconds, even if many requests name unknown ones', async () => {
    const { endpoint, scheme } = await start()
    await resultOf(scheme, endpoint.token(audience))
    const unknownKeys = async () =>
      resultOf(scheme, endpoint.token(audience, {}, { ...createKey(), kid: '../../etc/passwd' }))
    for (let count = 0; count < 20; count += 1) expect(await unknownKeys()).toBe(unknown)
    expect(endpoint.fetches).toBe(1)
    pass(30_000)
    for (let count = 0; count < 20; count += 1) expect(await unknownKeys()).toBe(unknown)
    expect(endpoint.fetches).toBe(2)
  })

  test('are fetched once for a thousand unknown keys, and stay cached', async () => {
    const { endpoint, scheme } = await start()
    const known = await endpoint.token(audience)
    await resultOf(scheme, known)
    const [, payload = '', signature = ''] = known.split('.')
    const forged = (kid: string) => {
      const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid })).toString('base64url')
      return resultOf(scheme, `${header}.${payload}.${signature}`)
    }
    pass(30_000)
    const tokens = Array.from({ length: 1000 }, (_, index) => forged(`key ${index}`))
    expect(new Set(await Promise.all(tokens))).toEqual(new Set([unknown]))
    expect(endpoint.fetches).toBe(2)
    expect(await resultOf(scheme, known)).toBe('ada')
  })

  test('that were removed while requests wait no longer verify tokens', async () => {
    const { endpoint, scheme } = await start()
    const [old] = endpoint.keys
    await resultOf(scheme, endpoint.token(audience))
    pass(30_000)
    const [removed, added] = [createKey(), createKey()]
    endpoint.keys = [added]
    const wait = Promise.withResolvers<void>()
    const serveKeys = endpoint.handlers.get('/keys') ?? fail
    endpoint.handlers.set('/keys', async (...given) => {
      await wait.promise
      serveKeys(...given)
    })
    const waiting = [removed, added].flatMap((key) =>
      Array.from({ length: 20 }, () => resultOf(scheme, endpoint.token(audience, {}, key))),
    )
    // Known keys are used meanwhile.
    expect(await resultOf(scheme, endpoint.token(audience, {}, old))).toBe('ada')
    await expect.poll(() => endpoint.fetches).toBe(2)
    wait.resolve()
    const results = await Promise.all(waiting)
    expect(new Set(results.slice(0, 20))).toEqual(new Set([unknown]))
    expect(new Set(results.slice(20))).toEqual(new Set(['ada']))
    expect(await resultOf(scheme, endpoint.token(audience, {}, old))).toBe(unknown)
    expect(endpoint.fetches).toBe(2)
  })

  test('are renewed if the clock was set back', async () => {
    const { endpoint, scheme } = await start()
    await resultOf(scheme, endpoint.token(audience))
    pass(-60 * minute)
    endpoint.keys = [createKey()]
    expect(await resultOf(scheme, endpoint.token(audience))).toBe('ada')
  })
})

describe('while the endpoint is unavailable', () => {
  test('no caller is authenticated, and the keys are requested again after 30 seconds', async () => {
    const { endpoint, scheme } = await start()
    const serveKeys = endpoint.handlers.get('/keys') ?? fail
    endpoint.handlers.set('/keys', fail)
    const problem = `${endpoint.issuer}/keys responded with status 500 instead of 200.`
    for (let count = 0; count < 5; count += 1) {
      expect(await resultOf(scheme, endpoint.token(audience))).toBe(problem)
    }
    expect(endpoint.fetches).toBe(1)
    endpoint.handlers.set('/keys', serveKeys)
    expect(await resultOf(scheme, endpoint.token(audience))).toBe(problem)
    pass(30_000)
    expect(await resultOf(scheme, endpoint.token(audience))).toBe('ada')
  })

  test('known keys are used for a day, and an unknown key does not force callers to sign in again', async () => {
    const { endpoint, scheme } = await start()
    await resultOf(scheme, endpoint.token(audience))
    endpoint.handlers.set('/keys', fail)
    const known = endpoint.keys[0]
    const away = `${endpoint.issuer}/keys responded with status 500 instead of 200.`
    for (let hours = 0; hours < 23; hours += 1) {
      pass(60 * minute)
      expect(await resultOf(scheme, endpoint.token(audience, {}, known))).toBe('ada')
      expect(await resultOf(scheme, endpoint.token(audience, {}, createKey()))).toBe(away)
    }
    pass(60 * minute + 1)
    expect(await resultOf(scheme, endpoint.token(audience, {}, known))).toBe(away)
  })

  test.each<[string, (endpoint: IdentityEndpoint) => void, RegExp]>([
    [
      'that redirects is not followed',
      ({ handlers }) =>
        handlers
          .set('/keys', (response) => response.writeHead(302, { location: '/elsewhere' }).end())
          .set('/elsewhere', (response) => sendJson(response, { keys: [] })),
      /\/keys responded with status 302 instead of 200\.$/u,
    ],
    [
      'that is huge is not read to its end',
      ({ handlers }) =>
        handlers.set('/keys', (response) => {
          response.writeHead(200)
          response.on('drain', write).on('close', () => response.off('drain', write))
          function write() {
            while (response.write(' '.repeat(65_536)));
          }
          write()
        }),
      /\/keys responded with more than 524288 bytes\.$/u,
    ],
    [
      'that answers with a page is not believed',
      ({ handlers }) => handlers.set('/keys', (response) => response.end('<html>')),
      /\/keys did not respond with a JSON object\.$/u,
    ],
    [
      'with an empty key set is not trusted',
      ({ handlers }) => handlers.set('/keys', (response) => sendJson(response, { keys: [] })),
      /^The key set is empty\.$/u,
    ],
    [
      'with a malformed key set is not trusted',
      ({ handlers }) => handlers.set('/keys', (response) => sendJson(response, { keys: [1] })),
      /JSON Web Key Set malformed/u,
    ],
    [
      'with the metadata of another issuer is not trusted',
      ({ handlers }) =>
        handlers.set('/.well-known/oauth-authorization-server', (response) =>
          sendJson(response, {
            issuer: 'https://other.example',
            jwks_uri: 'https://other.example',
          }),
        ),
      /^The metadata of the issuer http:\/\/127\.0\.0\.1:\d+ cannot be fetched\.$/u,
    ],
    [
      'whose keys are at an http: address of another host is not called',
      (endpoint) =>
        endpoint.handlers.set('/.well-known/oauth-authorization-server', (response) =>
          sendJson(response, { issuer: endpoint.issuer, jwks_uri: 'http://10.0.0.1/keys' }),
        ),
      /"http:\/\/10\.0\.0\.1\/keys" is not a secure URL\./u,
    ],
  ])('an issuer %s', async (_what, prepare, problem) => {
    const { endpoint, scheme } = await start()
    prepare(endpoint)
    expect(await resultOf(scheme, endpoint.token(audience))).toMatch(problem)
    expect(endpoint.requestedPaths).not.toContain('/elsewhere')
  })

  test('a slow endpoint has five seconds to respond', async () => {
    const { endpoint, scheme } = await start()
    endpoint.handlers.set('/keys', (response) => void response.writeHead(200).write('{'))
    const began = performance.now()
    expect(await resultOf(scheme, endpoint.token(audience))).toMatch(/timeout|aborted/u)
    expect(performance.now() - began).toBeGreaterThan(4900)
  })
})

function fail(response: ServerResponse): void {
  response.writeHead(500).end()
}
