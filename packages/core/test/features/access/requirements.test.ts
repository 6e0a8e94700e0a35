import {
  AnyRole,
  AnyScope,
  Authenticated,
  Authentication,
  Body,
  Container,
  Denied,
  Fresh,
  Get,
  Post,
  Principal,
  Public,
  Roles,
  Scopes,
  attribute,
  type GuardedCall,
} from '@fw/core'
import { expect, test } from 'vitest'
import {
  withToken,
  bearer,
  guardedKernel,
  TokenTable,
  Robot,
  startKernel,
  User,
} from './guarded.ts'

class NeedsTenant {
  readonly #tenant: string

  constructor(tenant: string) {
    this.#tenant = tenant
  }

  async authorize(principal: Principal, call: GuardedCall) {
    if (call.request?.header('x-step')) return Denied.stepUp('tenant:switch')
    return principal.tenant === this.#tenant ? true : Denied.because(`Not in ${call.name}.`)
  }
}

const InTenant = attribute(NeedsTenant)

class Box {
  constructor(readonly size: number) {}
}

class Orders {
  @Get('/orders')
  list(caller: Principal) {
    return [caller.id, caller.scheme]
  }

  @Get('/order-events')
  async *events(caller: Principal) {
    yield caller.id
  }

  @Get('/prices')
  @Public()
  prices() {
    return [1]
  }

  @Get('/hello')
  @Public()
  hello(caller: User | null) {
    return caller?.id ?? 'anonymous'
  }

  @Get('/scoped')
  @Scopes('orders:read', 'orders:list')
  scoped() {
    return 'scoped'
  }

  @Get('/one-of')
  @AnyScope('orders:write', 'orders:read')
  oneOf() {
    return 'one'
  }

  @Get('/admins')
  @Roles('admin')
  admins() {
    return 'admins'
  }

  @Get('/staff')
  @AnyRole('admin', 'clerk')
  staff() {
    return 'staff'
  }

  @Get('/tenant')
  @InTenant('acme')
  tenant() {
    return 'acme'
  }

  @Get('/fresh')
  @Fresh(60)
  fresh() {
    return 'fresh'
  }

  @Get('/keys')
  @Authenticated('key')
  keys() {
    return 'by key'
  }

  @Get('/robots')
  robots(robot: Robot) {
    return robot.id
  }

  @Get('/either')
  either(either: Robot | User) {
    return either.constructor.name
  }

  @Post('/boxes')
  @Roles('admin')
  add(@Body() box: Box) {
    return box
  }
}

const schemes = () => ({
  user: bearer({
    ada: new User({ id: 'ada', scopes: ['orders:read', 'orders:list'], roles: ['admin'] }),
    bob: new User({ id: 'bob', scopes: ['orders:all'], roles: ['clerk'], tenant: 'acme' }),
    now: new User({ id: 'now', authenticatedAt: new Date(Date.now() - 30_000) }),
    old: new User({ id: 'old', authenticatedAt: new Date(Date.now() - 90_000) }),
    robot: new Robot({ id: 'r2' }),
  }),
  key: new TokenTable({ header: 'X-Key' }, { k1: { id: 'key-holder' } }),
})

const scopes = {
  'orders:read': {},
  'orders:list': {},
  'orders:write': {},
  'orders:all': { text: 'Everything.', implies: ['orders:read', 'orders:list'] },
  'tenant:switch': {},
}

async function open() {
  const { kernel, log } = guardedKernel([Orders], { schemes: schemes(), scopes })
  const send = await startKernel(kernel)
  const resultOf = async (path: string, init?: RequestInit) => {
    const response = await send(path, init)
    return [response.status, await response.json()]
  }
  return { send, resultOf, log }
}

const notAllowed = { error: 'You are not allowed to do this.' }

test('methods without a decorator require authentication, public ones do not', async () => {
  const { send, resultOf } = await open()
  const refused = await send('/orders')
  expect(refused.status).toBe(401)
  expect(await refused.json()).toEqual({ error: 'Authentication is required.' })
  expect(refused.headers.get('www-authenticate')).toBe(
    'Bearer realm="Application", ApiKey realm="Application"',
  )
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(refused.headers.get('vary')).toBe('Authorization, X-Key')
  expect(await resultOf('/orders', withToken('ada'))).toEqual([200, ['ada', 'user']])
  const open_ = await send('/prices', withToken('nonsense'))
  expect([open_.status, open_.headers.get('vary'), open_.headers.get('cache-control')]).toEqual([
    200,
    null,
    null,
  ])
})

test('the response to an authenticated caller is private', async () => {
  const { send } = await open()
  const response = await send('/orders', withToken('ada'))
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  expect(response.headers.get('vary')).toBe('Authorization, X-Key')
  const events = await send('/order-events', withToken('ada'))
  expect(events.headers.get('cache-control')).toBe('private, no-cache')
  expect(await events.text()).toBe('data: ada\n\n')
})

test('a refused credential is a 401 that does not reveal the reason', async () => {
  const { send, log } = await open()
  const response = await send('/orders', withToken('secret-of-mallory'))
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({ error: 'The credentials are not accepted.' })
  expect(response.headers.get('www-authenticate')).toBe(
    'Bearer realm="Application", error="invalid_token", ApiKey realm="Application"',
  )
  const details = { reason: 'it is not known', status: 401, kind: 'route', name: 'GET /orders' }
  expect(log.lines).toContainEqual(['warn', 'Access was denied.', { ...details, scheme: 'user' }])
  expect(JSON.stringify(log.lines)).not.toContain('mallory')
})

test('two schemes of one kind send one challenge', async () => {
  class Page {
    @Get('/page')
    show(caller: Principal) {
      return caller.id
    }
  }
  const ada = bearer({ ada: { id: 'ada' } })
  const bob = bearer({ bob: { id: 'bob' } })
  class Custom extends TokenTable {
    readonly #challenge: string
    constructor(challenge: string) {
      super({ header: 'X-Custom' }, {})
      this.#challenge = challenge
    }
    override challenge() {
      return this.#challenge
    }
  }
  const send = async (schemes: Record<string, TokenTable>, init?: RequestInit) => {
    const sent = await startKernel(guardedKernel([Page], { schemes }).kernel)
    return (await sent('/page', init)).headers.get('www-authenticate')
  }
  expect(await send({ ada, bob })).toBe('Bearer realm="Application"')
  const refused = 'Bearer realm="Application", error="invalid_token"'
  expect(await send({ bob, ada }, withToken('nonsense'))).toBe(refused)
  expect(await send({ ada, bob }, withToken('nonsense'))).toBe(refused)
  const separate = [
    'Digest realm="a", nonce="1, \\"2"',
    'Digest realm="a", nonce="2"',
    'Digest realm="b"',
  ]
  const others = [
    ...separate,
    'Negotiate abc==',
    'Negotiate',
    'digest realm="b", qop=auth',
    'Negotiate',
  ]
  const schemes = Object.fromEntries(others.map((each, index) => [`s${index}`, new Custom(each)]))
  expect(await send(schemes)).toBe(
    [...separate, 'Negotiate abc==', 'Negotiate']
      .join(', ')
      .replace('realm="b"', 'realm="b", qop=auth'),
  )
})

test('a public method receives the caller if there is one, but never with invalid credentials', async () => {
  const { resultOf } = await open()
  expect(await resultOf('/hello')).toEqual([200, 'anonymous'])
  expect(await resultOf('/hello', withToken('ada'))).toEqual([200, 'ada'])
  expect(await resultOf('/hello', withToken('who'))).toEqual([
    401,
    { error: 'The credentials are not accepted.' },
  ])
  expect(await resultOf('/hello', withToken('robot'))).toEqual([403, notAllowed])
})

test('scopes: all of them, one of them, and implied ones', async () => {
  const { send, resultOf } = await open()
  expect(await resultOf('/scoped', withToken('ada'))).toEqual([200, 'scoped'])
  expect(await resultOf('/scoped', withToken('bob'))).toEqual([200, 'scoped'])
  expect(await resultOf('/one-of', withToken('ada'))).toEqual([200, 'one'])
  const missing = await send('/scoped', withToken('now'))
  expect([missing.status, await missing.json()]).toEqual([403, notAllowed])
  expect(missing.headers.get('www-authenticate')).toBe(
    'Bearer realm="Application", error="insufficient_scope", scope="orders:read orders:list", ApiKey realm="Application"',
  )
  expect((await send('/one-of', withToken('now'))).headers.get('www-authenticate')).toContain(
    'scope="orders:write"',
  )
})

test('roles, requirements of the application, and the class of the caller', async () => {
  const { send, resultOf } = await open()
  expect(await resultOf('/admins', withToken('ada'))).toEqual([200, 'admins'])
  const clerk = await send('/admins', withToken('bob'))
  expect([clerk.status, clerk.headers.get('www-authenticate')]).toEqual([403, null])
  expect(await resultOf('/staff', withToken('bob'))).toEqual([200, 'staff'])
  expect(await resultOf('/staff', withToken('now'))).toEqual([403, notAllowed])
  expect(await resultOf('/tenant', withToken('bob'))).toEqual([200, 'acme'])
  expect(await resultOf('/tenant', withToken('ada'))).toEqual([
    403,
    { error: 'Not in GET /tenant.' },
  ])
  const step = await send('/tenant', withToken('ada', { headers: { 'x-step': '1' } }))
  expect(step.headers.get('www-authenticate')).toContain('scope="tenant:switch"')
  expect(await resultOf('/robots', withToken('robot'))).toEqual([200, 'r2'])
  expect(await resultOf('/robots', withToken('ada'))).toEqual([403, notAllowed])
  expect(await resultOf('/either', withToken('ada'))).toEqual([200, 'User'])
  expect(await resultOf('/either', withToken('robot'))).toEqual([200, 'Robot'])
})

test('a sign-in that is too old is a 401 with the parameters of RFC 9470', async () => {
  const { send, resultOf } = await open()
  expect(await resultOf('/fresh', withToken('now'))).toEqual([200, 'fresh'])
  const response = await send('/fresh', withToken('old'))
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toContain(
    'error="insufficient_user_authentication", max_age="60"',
  )
  expect((await send('/fresh', withToken('ada'))).status).toBe(401)
})

test('a named scheme is the only one that is read', async () => {
  const { send, resultOf } = await open()
  expect(await resultOf('/keys', { headers: { 'x-key': 'k1' } })).toEqual([200, 'by key'])
  const other = await send('/keys', withToken('ada'))
  expect(other.status).toBe(401)
  expect(other.headers.get('www-authenticate')).toBe('ApiKey realm="Application"')
  expect(other.headers.get('vary')).toBe('X-Key')
})

test('refused callers do not learn what is wrong with the body, and it is not read', async () => {
  const { resultOf } = await open()
  const wrong = { method: 'POST', body: '{ nonsense', headers: { 'content-type': 'text/x' } }
  expect(await resultOf('/boxes', withToken('bob', wrong))).toEqual([403, notAllowed])
  expect(await resultOf('/boxes', wrong)).toEqual([401, { error: 'Authentication is required.' }])
})

test('default: public makes methods public', async () => {
  const { kernel } = guardedKernel([Orders], { schemes: schemes(), default: 'public' })
  const send = await startKernel(kernel)
  expect((await send('/prices')).status).toBe(200)
  expect((await send('/orders')).status).toBe(401)
  expect((await send('/admins')).status).toBe(401)
  expect((await send('/openapi.json')).status).toBe(200)
})

test('the default applies to the document and its page', async () => {
  const { kernel } = guardedKernel([Orders], { schemes: schemes() })
  const send = await startKernel(kernel)
  expect((await send('/openapi.json')).status).toBe(401)
  expect((await send('/docs')).status).toBe(401)
  expect((await send('/openapi.json', withToken('ada'))).status).toBe(200)
  expect((await send('/docs', { method: 'POST' })).status).toBe(405)
  const open_ = await startKernel(
    guardedKernel([Orders], { schemes: schemes(), exposeOpenApi: 'public' }).kernel,
  )
  expect((await open_('/openapi.json')).status).toBe(200)
})

test('an Authentication can be an object that the application creates', () => {
  const authentication = new Authentication({ schemes: schemes(), scopes })
  expect(authentication.implying('orders:read')).toEqual(['orders:read', 'orders:all'])
  expect(new Container().instance(Authentication, authentication).get(Authentication)).toBe(
    authentication,
  )
})
