import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { introspection, type IntrospectionOptions } from '@fw/auth'
import { AuthenticationUnavailable } from '@fw/core'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { IdentityEndpoint, sendJson } from './identity-endpoint.ts'
import { tryAuthenticate } from './try-authenticate.ts'

const audience = 'https://api.example.com'

async function start(options: Partial<IntrospectionOptions> = {}) {
  const endpoint = await IdentityEndpoint.start()
  onTestFinished(() => endpoint[Symbol.asyncDispose]())
  const requests: { form: Record<string, string>; authorization: string | undefined }[] = []
  const answer = { value: {} as object }
  endpoint.handlers.set('/introspect', async (response, request: IncomingMessage) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    requests.push({ form, authorization: request.headers.authorization })
    sendJson(response, answer.value)
  })
  const { issuer } = endpoint
  const now = Math.floor(Date.now() / 1000)
  const active = { active: true, iss: issuer, aud: audience, sub: 'ada', exp: now + 300 }
  answer.value = active
  const scheme = introspection({
    endpoint: `${issuer}/introspect`,
    clientId: 'api',
    clientSecret: 'a secret: with 100%',
    issuer,
    audience,
    ...options,
  })
  return { endpoint, scheme, requests, answer, active }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('the issuer introspects each token', async () => {
  const { scheme, requests, answer, active } = await start()
  answer.value = { ...active, scope: 'orders:read', client_id: 'shop' }
  expect(await tryAuthenticate(scheme, 'opaque')).toMatchObject({
    id: 'ada',
    issuer: active.iss,
    clientId: 'shop',
    scopes: ['orders:read'],
  })
  const credentials = Buffer.from('api:a+secret%3A+with+100%25').toString('base64')
  expect(requests).toEqual([
    {
      form: { token: 'opaque', token_type_hint: 'access_token' },
      authorization: `Basic ${credentials}`,
    },
  ])
})

test.each<[string, string, object]>([
  ['that is not active', 'it is not active', { active: false }],
  ['with active as a string', 'it is not active', { active: 'true' }],
  ['of another issuer', 'its issuer is not trusted', { iss: 'https://other.example' }],
  ['for another audience', 'it is for another audience', { aud: 'https://other.example' }],
  ['that has expired', 'it has expired', { exp: 1 }],
  ['that is not valid yet', 'it is not valid yet', { nbf: 9_999_999_999 }],
  ['without a subject', 'it has no subject', { sub: undefined }],
  ['bound to a key', 'it is bound to a key that this scheme does not check', { cnf: { jkt: 'x' } }],
])('a token %s is rejected: %s', async (_what, reason, change) => {
  const { scheme, answer, active } = await start()
  answer.value = { ...active, ...change }
  expect(await tryAuthenticate(scheme, 'opaque')).toBe(reason)
})

test('concurrent calls for a token share one request, and a later call sends another', async () => {
  const { scheme, requests } = await start()
  await Promise.all(Array.from({ length: 20 }, () => tryAuthenticate(scheme, 'opaque')))
  expect(requests).toHaveLength(1)
  await Promise.all([tryAuthenticate(scheme, 'opaque'), tryAuthenticate(scheme, 'other')])
  expect(requests).toHaveLength(3)
})

test('with a cache, a response is reused until its token expires', async () => {
  const { scheme, requests, answer, active } = await start({ cache: '1h' })
  await tryAuthenticate(scheme, 'opaque')
  await tryAuthenticate(scheme, 'opaque')
  expect(requests).toHaveLength(1)
  vi.setSystemTime(Date.now() + 300_000)
  answer.value = { ...active, active: false }
  expect(await tryAuthenticate(scheme, 'opaque')).toBe('it is not active')
  expect(await tryAuthenticate(scheme, 'opaque')).toBe('it is not active')
  expect(requests).toHaveLength(3)
})

test('a response is not reused after the clock was set back', async () => {
  const { scheme, requests } = await start({ cache: '1h' })
  await tryAuthenticate(scheme, 'opaque')
  vi.setSystemTime(Date.now() - 10_000)
  await tryAuthenticate(scheme, 'opaque')
  expect(requests).toHaveLength(2)
})

test.each<[string, (endpoint: IdentityEndpoint) => void]>([
  ['is missing', ({ handlers }) => handlers.delete('/introspect')],
  [
    'rejects the client',
    ({ handlers }) => handlers.set('/introspect', (r) => r.writeHead(401).end()),
  ],
  [
    'redirects',
    ({ handlers }) =>
      handlers.set('/introspect', (r) => r.writeHead(307, { location: '/elsewhere' }).end()),
  ],
  ['closes the connection', ({ handlers }) => handlers.set('/introspect', (r) => r.destroy())],
])('a token cannot be checked if the endpoint %s', async (_what, prepare) => {
  const { endpoint, scheme } = await start()
  prepare(endpoint)
  await expect(tryAuthenticate(scheme, 'opaque')).rejects.toBeInstanceOf(AuthenticationUnavailable)
  expect(endpoint.requestedPaths).toEqual(['/introspect'])
})
