import {
  AuthenticationUnavailable,
  CredentialRefused,
  EventListenerRegistry,
  Get,
  HttpError,
  Post,
  Principal,
  Public,
  Roles,
  Scheme,
  type Credential,
  type HttpRequest,
} from '@fw/core'
import { toLambdaHandler, type LambdaEvent } from '@fw/core/lambda'
import { beforeEach, expect, test } from 'vitest'
import { RawClient } from '../../http/adapters/raw-client.ts'
import { startServer } from '../../http/serving.ts'
import {
  withToken,
  bearer,
  guardedKernel,
  TokenTable,
  RefusalListener,
  startKernel,
} from './guarded.ts'

@Roles('admin')
class Admin {
  @Get('/admin/{name}')
  show(name: string, caller: Principal) {
    return `${caller.id} sees ${name}`
  }

  @Post('/admin')
  change(caller: Principal) {
    return caller.id
  }

  @Get('/open')
  @Public()
  open(caller: Principal | null) {
    return caller?.id ?? 'anonymous'
  }
}

const root = { id: 'root', roles: ['admin'] }

/** The token's form says whose it is: `key_…` is a key. */
class Keys extends TokenTable {
  override claims(credential: string): boolean {
    return credential.startsWith('key_')
  }
}

class Tokens extends TokenTable {
  override claims(credential: string): boolean {
    return credential.split('.').length === 3
  }
}

class Cookies extends Scheme {
  readonly reads = { cookie: (request: HttpRequest) => (request.secure ? '__Host-s' : 's') }

  authenticate({ text }: Credential): Principal {
    if (text !== 'good') throw new CredentialRefused('no such session')
    return new Principal(root)
  }
}

const refusedBody = { error: 'The credentials are not accepted.' }
const malformed = { error: 'The credentials are malformed.' }

beforeEach(() => void (RefusalListener.refusals.length = 0))

async function open() {
  const schemes = {
    token: new Tokens({ authorization: 'Bearer' }, { 'a.b.c': root }),
    key: new Keys({ authorization: 'Bearer' }, { key_1: root }),
    header: new TokenTable({ header: 'X-Key' }, { k1: root }),
    cookie: new Cookies(),
  }
  const listeners = new EventListenerRegistry().register(RefusalListener)
  const { kernel, log } = guardedKernel([Admin], { schemes, listeners })
  return { schemes, kernel, log, sendRequest: await startKernel(kernel) }
}

const headers = (all: Record<string, string>): RequestInit => ({ headers: all })

test('two Authorization headers are 400 on Node, Lambda and fetch', async () => {
  const { kernel } = await open()
  const client = await RawClient.connect(await startServer(kernel))
  client.send(
    'GET /admin/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer a.b.c\r\nAuthorization: Bearer a.b.c\r\n\r\n',
  )
  expect(await client.untilClosed()).toMatch(/^HTTP\/1\.1 400 .*The credentials are malformed\./su)

  const lambda = toLambdaHandler(kernel)
  const event: LambdaEvent = {
    httpMethod: 'GET',
    path: '/admin/x',
    multiValueHeaders: { Authorization: ['Bearer a.b.c', 'Bearer a.b.c'] },
  }
  expect(await lambda(event)).toMatchObject({ statusCode: 400 })

  const twice = new Headers({ authorization: 'Bearer a.b.c' })
  twice.append('authorization', 'Bearer a.b.c')
  const fetched = await kernel.fetch(new Request('http://a/admin/x', { headers: twice }))
  expect([fetched.status, await fetched.json()]).toEqual([400, malformed])
  expect(fetched.headers.get('www-authenticate')).toMatch(
    /^Bearer realm="Application", error="invalid_request"/u,
  )
})

test('ambiguous or unreadable credentials are 400', async () => {
  const { sendRequest } = await open()
  const wrong = [
    { authorization: 'Bearer a.b.c', 'x-key': 'k1' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer a b' },
    { authorization: 'Bearer a.b.c, Bearer a.b.c' },
    { authorization: '"Bearer" a.b.c' },
    { authorization: `Bearer ${'a'.repeat(9000)}` },
    { 'x-key': 'k1, k1' },
    { 'x-key': '' },
  ]
  for (const each of wrong) {
    const response = await sendRequest('/admin/x', headers(each as Record<string, string>))
    expect([each, response.status, await response.json()]).toEqual([each, 400, malformed])
  }
})

test('a token of 100 kB is rejected by the server, or is a 400', async () => {
  const { kernel } = await open()
  const response = await kernel.fetch(
    new Request('http://a/admin/x', headers({ authorization: `Bearer ${'a'.repeat(100_000)}` })),
  )
  expect(response.status).toBe(400)
})

test('the format of a token selects its scheme, and the scheme name is case-insensitive', async () => {
  const { sendRequest, schemes } = await open()
  expect((await sendRequest('/admin/x', withToken('a.b.c'))).status).toBe(200)
  expect((await sendRequest('/admin/x', headers({ authorization: 'bEARER  key_1' }))).status).toBe(
    200,
  )
  expect((await sendRequest('/admin/x', withToken('neither'))).status).toBe(401)
  expect([schemes.token.credentials, schemes.key.credentials]).toEqual([
    ['a.b.c', 'neither'],
    ['key_1'],
  ])
})

test('a refused header does not fall back to another scheme, a cookie or an anonymous caller', async () => {
  const { sendRequest } = await open()
  const cookie = 's=good'
  for (const bad of ['x.y.z', 'key_2']) {
    for (const path of ['/admin/x', '/open']) {
      const response = await sendRequest(path, headers({ authorization: `Bearer ${bad}`, cookie }))
      expect([response.status, await response.json()]).toEqual([401, refusedBody])
    }
  }
  expect((await sendRequest('/admin/x', headers({ cookie }))).status).toBe(200)
  const other = await sendRequest('/admin/x', headers({ authorization: 'Digest a="b"', cookie }))
  expect(other.status).toBe(200)
})

test('with an invalid or repeated cookie, the caller is anonymous and the cookie is cleared', async () => {
  const { sendRequest } = await open()
  for (const cookie of ['s=bad', 's=good; s=good', 's=bad; s=good']) {
    const response = await sendRequest('/open', headers({ cookie }))
    expect([response.status, await response.json()]).toEqual([200, 'anonymous'])
    expect(response.headers.get('set-cookie')).toMatch(/^s=; Max-Age=0/u)
    const closed = await sendRequest('/admin/x', headers({ cookie }))
    expect([closed.status, closed.headers.get('set-cookie')]).toEqual([
      401,
      expect.stringMatching(/^s=; Max-Age=0/u),
    ])
  }
})

test('credentials are never read from the query or the body', async () => {
  const { sendRequest, schemes } = await open()
  const form = new URLSearchParams({ access_token: 'a.b.c' })
  expect(
    (await sendRequest(`/admin/x?access_token=a.b.c&authorization=Bearer%20a.b.c`)).status,
  ).toBe(401)
  expect((await sendRequest('/admin', { method: 'POST', body: form })).status).toBe(401)
  expect(schemes.token.credentials).toEqual([])
})

test('no spelling of the path bypasses the check, and no header changes path or method', async () => {
  const { kernel } = await open()
  const port = await startServer(kernel)
  const paths = [
    '/admin/x',
    '/%61dmin/x',
    '/admin/%78',
    '/admin/%2578',
    '/%2561dmin/x',
    '//admin/x',
    '/admin//x',
    '/admin/x/',
    '/./admin/x',
    '/open/../admin/x',
    '/open/%2e%2e/admin/x',
    '/admin;a=b/x',
    '/ADMIN/x',
    'http://other/admin/x',
    '/admin/x?/open',
    '/admin/x%00',
    '/admin\\x',
  ]
  for (const path of paths) {
    const client = await RawClient.connect(port)
    client.send(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect([path, await client.untilClosed()]).toEqual([
      path,
      expect.stringMatching(/^HTTP\/1\.1 (?:400|401|404) /u),
    ])
  }
  const overrides = {
    'x-http-method-override': 'GET',
    'x-http-method': 'GET',
    'x-original-url': '/open',
    'x-rewrite-url': '/open',
    'x-forwarded-prefix': '/open',
  }
  const sendRequest = await startKernel(kernel)
  expect((await sendRequest('/admin/x', headers(overrides))).status).toBe(401)
  expect((await sendRequest('/admin', { method: 'POST', headers: overrides })).status).toBe(401)
  expect((await sendRequest('/admin?_method=GET', { method: 'POST' })).status).toBe(401)
})

test('HEAD behaves like GET; 404, 405, OPTIONS and a malformed path need no authentication', async () => {
  const { sendRequest } = await open()
  expect((await sendRequest('/admin/x', { method: 'HEAD' })).status).toBe(401)
  expect((await sendRequest('/admin/x', withToken('a.b.c', { method: 'HEAD' }))).status).toBe(200)
  expect((await sendRequest('/nothing')).status).toBe(404)
  expect((await sendRequest('/admin/x', { method: 'PUT' })).status).toBe(405)
  const options = await sendRequest('/admin/x', { method: 'OPTIONS' })
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  expect((await sendRequest('/admin/%ff')).status).toBe(400)
})

class Failing extends Scheme {
  readonly reads = { authorization: 'Bearer' }

  authenticate({ text }: Credential): Promise<Principal> {
    const errors: Record<string, () => Error> = {
      away: () => new AuthenticationUnavailable('the key server does not answer'),
      limited: () => new HttpError(429, 'Too many.', { headers: { 'retry-after': '9' } }),
    }
    return Promise.reject((errors[text] ?? (() => new Error('a mistake')))())
  }
}

test('an unavailable verifier is 503, an error response of the scheme is kept, a bug is 500', async () => {
  const { kernel, log } = guardedKernel([Admin], { schemes: { user: new Failing() } })
  const sendRequest = await startKernel(kernel)
  const away = await sendRequest('/open', withToken('away'))
  expect([away.status, await away.json(), away.headers.get('retry-after')]).toEqual([
    503,
    { error: 'Authentication is not available.' },
    '5',
  ])
  expect((await sendRequest('/open', withToken('limited'))).status).toBe(429)
  expect((await sendRequest('/open', withToken('mistake'))).status).toBe(500)
  const reasons = log.lines
    .map(([, , details]) => 'error' in details && details.error)
    .map((error) => error instanceof AuthenticationUnavailable && error.reason)
  expect(reasons).toContain('the key server does not answer')
})

test('each refusal is reported, and neither the report nor the log contains the credential', async () => {
  const { sendRequest, log } = await open()
  const path = '/admin/secret-path?secret=query'
  await sendRequest(path)
  await sendRequest(path, withToken('secret.to.ken'))
  await sendRequest(path, headers({ authorization: 'Bearer secret secret' }))
  await sendRequest(path, headers({ cookie: 's=secret' }))
  expect(
    RefusalListener.refusals.map(({ reason, status, kind, name, scheme }) => [
      reason,
      status,
      kind,
      name,
      scheme,
    ]),
  ).toEqual([
    ['no credential', 401, 'route', 'GET /admin/{name}', undefined],
    ['it is not known', 401, 'route', 'GET /admin/{name}', 'token'],
    ['malformed credentials', 400, 'route', 'GET /admin/{name}', undefined],
    ['no credential', 401, 'route', 'GET /admin/{name}', undefined],
  ])
  expect(log.lines.map(([level]) => level)).toEqual(['debug', 'warn', 'warn', 'debug'])
  expect(JSON.stringify([log.lines, RefusalListener.refusals])).not.toContain('secret')
})

test('a caller without the role is reported with its key', async () => {
  const schemes = {
    user: bearer({ bob: { id: 'bob', issuer: 'https://id', claims: { secret: 1 } } }),
  }
  const listeners = new EventListenerRegistry().register(RefusalListener)
  const { kernel, log } = guardedKernel([Admin], { schemes, listeners })
  const sendRequest = await startKernel(kernel)
  expect((await sendRequest('/admin/x', withToken('bob'))).status).toBe(403)
  expect(RefusalListener.refusals).toMatchObject([
    { reason: 'missing role', status: 403, scheme: 'user', principal: { id: 'bob' } },
  ])
  expect(log.lines[0]?.[2]).toMatchObject({ principal: 'https://id#bob', scheme: 'user' })
  expect(JSON.stringify([log.lines, RefusalListener.refusals])).not.toContain('secret')
})
