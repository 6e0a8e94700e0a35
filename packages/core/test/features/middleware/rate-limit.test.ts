import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Application,
  Clock,
  Config,
  Container,
  Get,
  HttpError,
  Kernel,
  Logger,
  Post,
  Provides,
  RateLimit,
  Router,
  Stage,
  StaticFiles,
  Use,
  type Class,
  type HttpRequest,
  type Middleware,
  type Next,
} from '@fw/core'
import { RateLimitStore, type Charge } from '@fw/core/web'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kernelOf, RecordedLog, startServer } from '../../http/serving.ts'

class Hands extends Clock {
  time = 1_800_000_000_000

  override now(): number {
    return this.time
  }
}

class Warnings extends RecordedLog {
  readonly warnings: string[] = []

  override warn(message?: string): void {
    this.warnings.push(message as string)
  }
}

function applicationOf(controllers: readonly Class[], config: Record<string, string> = {}) {
  const clock = new Hands()
  const log = new Warnings()
  const container = new Container()
    .instance(Clock, clock)
    .instance(Logger, log)
    .instance(Config, Config.of(config))
    .boot()
  const router = new Router()
  for (const controller of controllers) router.register(controller)
  const kernel = new Kernel(container, router)
  const send = (path: string, init?: RequestInit) =>
    kernel.fetch(new Request(`http://localhost${path}`, init))
  return { kernel, clock, log, send }
}

async function limitsOf(response: Response) {
  await response.body?.cancel()
  const { status, headers } = response
  return [
    status,
    headers.get('ratelimit-policy'),
    headers.get('ratelimit'),
    headers.get('retry-after'),
  ]
}

class User {
  constructor(readonly name: string) {}
}

@Stage('authenticate')
@Provides(User)
class SignedIn implements Middleware {
  handle(request: HttpRequest, next: Next) {
    const name = request.header('x-user')
    if (name === undefined) throw new HttpError(401, 'Sign in first.')
    request.provide(User, new User(name))
    return next()
  }
}

@RateLimit(5, '1m')
class Shop {
  @Get('/prices')
  prices() {
    return []
  }

  @Get('/orders')
  orders() {
    return []
  }

  @RateLimit(1, '90s', { burst: 2 })
  @Get('/slow')
  slow() {
    return []
  }

  @RateLimit(false)
  @Get('/free')
  free() {
    return []
  }

  @RateLimit(2, '10s', { by: (request) => request.get(User).name, name: 'each "user"' })
  @Use(SignedIn)
  @Get('/me')
  me(user: User) {
    return user
  }

  @RateLimit(10, '1h')
  @RateLimit(1, '1s', { name: 'second' })
  @Post('/fails')
  fails() {
    throw new Error('secret')
  }

  @RateLimit((config) => ({ limit: config.int('PER_HOUR'), per: '1h' }))
  @Get('/configured')
  configured() {
    return []
  }
}

const config = { PER_HOUR: '7' }

describe('a limit', () => {
  test('adds the remaining limit to every response, and refuses beyond it', async () => {
    const { send, clock } = applicationOf([Shop], config)
    const policy = '"Shop.slow";q=1;w=90'
    expect(await limitsOf(await send('/slow'))).toEqual([200, policy, '"Shop.slow";r=1;t=90', null])
    clock.time += 30_000
    expect(await limitsOf(await send('/slow'))).toEqual([200, policy, '"Shop.slow";r=0;t=60', null])
    const refused = await send('/slow')
    expect(await refused.clone().json()).toEqual({ error: 'Too many requests.' })
    expect(await limitsOf(refused)).toEqual([429, policy, '"Shop.slow";r=0;t=60', '60'])
    clock.time += 59_001
    expect(await limitsOf(await send('/slow'))).toEqual([429, policy, '"Shop.slow";r=0;t=1', '1'])
    clock.time += 999
    expect((await send('/slow')).status).toBe(200)
  })

  test('of a class is shared by its methods, and the nearest level applies', async () => {
    const { send } = applicationOf([Shop], config)
    expect((await limitsOf(await send('/prices')))[2]).toBe('"Shop";r=4;t=12')
    expect((await limitsOf(await send('/orders')))[2]).toBe('"Shop";r=3;t=12')
    expect(await limitsOf(await send('/free'))).toEqual([200, null, null, null])
    expect((await limitsOf(await send('/configured')))[1]).toBe('"Shop.configured";q=7;w=3600')
  })

  test('by a key counts signed-in users, and no anonymous callers', async () => {
    const { send } = applicationOf([Shop], config)
    const me = (name?: string) => send('/me', { headers: name ? { 'x-user': name } : {} })
    for (let count = 0; count < 3; count += 1) {
      expect(await limitsOf(await me())).toEqual([401, null, null, null])
    }
    const policy = '"each \\"user\\"";q=2;w=10'
    const state = (remaining: number) => `"each \\"user\\"";r=${remaining};t=5`
    expect(await limitsOf(await me('Ada'))).toEqual([200, policy, state(1), null])
    expect(await limitsOf(await me('Ada'))).toEqual([200, policy, state(0), null])
    expect(await limitsOf(await me('Ada'))).toEqual([429, policy, state(0), '5'])
    expect(await limitsOf(await me('Bob'))).toEqual([200, policy, state(1), null])
  })

  test('is checked before a second one, and the first refusal is the response', async () => {
    const { send } = applicationOf([Shop], config)
    const fails = () => send('/fails', { method: 'POST' })
    const policy = '"Shop.fails";q=10;w=3600, "second";q=1;w=1'
    expect(await limitsOf(await fails())).toEqual([
      500,
      policy,
      '"Shop.fails";r=9;t=360, "second";r=0;t=1',
      null,
    ])
    expect(await limitsOf(await fails())).toEqual([
      429,
      policy,
      '"Shop.fails";r=8;t=360, "second";r=0;t=1',
      '1',
    ])
  })
})

@Application()
@RateLimit(3, '1m')
class Everywhere {}

class Page {
  @Get('/page')
  page() {
    return 'page'
  }

  @RateLimit(1, '1m')
  @Get('/own')
  own() {
    return 'own'
  }
}

test('the limit of the application counts unknown paths in one bucket, and no preflights', async () => {
  const { send } = applicationOf([Everywhere, Page])
  const stateOf = async (path: string, init?: RequestInit) => {
    const [status, , state] = await limitsOf(await send(path, init))
    return [status, state]
  }
  const preflight = {
    method: 'OPTIONS',
    headers: { origin: 'https://example.com', 'access-control-request-method': 'GET' },
  }
  for (const path of ['/page', '/nowhere', '/page']) {
    const [status, state] = await stateOf(path, preflight)
    expect([status === 429, state]).toEqual([false, null])
  }
  expect(await stateOf('/page')).toEqual([200, '"application";r=2;t=20'])
  expect(await stateOf('/nowhere')).toEqual([404, '"application";r=1;t=20'])
  expect(await stateOf('/page', { method: 'DELETE' })).toEqual([405, '"application";r=0;t=20'])
  expect(await stateOf('/page', { method: 'HEAD' })).toEqual([429, '"application";r=0;t=20'])
  expect(await stateOf('/openapi.json')).toEqual([429, '"application";r=0;t=20'])
  expect(await stateOf('/page', { method: 'OPTIONS' })).toEqual([429, '"application";r=0;t=20'])
  expect(await stateOf('/own')).toEqual([200, '"Page.own";r=0;t=60'])
})

test('static files are not counted, and have no rate limit headers', async () => {
  @Application()
  @RateLimit(1, '1m')
  @StaticFiles('/files', 'public')
  class Files {}
  const root = mkdtempSync(join(tmpdir(), 'fw-limits-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'public'))
  writeFileSync(join(root, 'public/page.txt'), 'page')
  const { kernel } = kernelOf([Files], { root })
  const send = async (path: string) => {
    const response = await kernel.fetch(new Request(`http://localhost${path}`))
    await response.text()
    return [response.status, response.headers.get('ratelimit')]
  }
  for (let count = 0; count < 3; count += 1)
    expect(await send('/files/page.txt')).toEqual([200, null])
  expect(await send('/nowhere')).toEqual([404, '"application";r=0;t=60'])
  expect(await send('/nowhere')).toEqual([429, '"application";r=0;t=60'])
  expect(await send('/files/page.txt')).toEqual([200, null])
})

test('if the platform reports no address, all clients are counted together, and the log has one warning', async () => {
  const { send, log } = applicationOf([Everywhere, Page])
  await send('/page')
  await send('/page')
  expect(log.warnings).toEqual([
    'The platform does not report the addresses of clients, so @RateLimit counts all clients together.',
  ])
})

test('over a network connection, requests are counted by address', async () => {
  const { kernel, log } = applicationOf([Everywhere, Page])
  const port = await startServer(kernel)
  const found = []
  for (let count = 0; count < 4; count += 1) {
    found.push((await fetch(`http://127.0.0.1:${port}/page`)).status)
  }
  expect([found, log.warnings]).toEqual([[200, 200, 200, 429], []])
})

test('several limits without a name are counted separately', async () => {
  class Twice {
    @RateLimit(1, '1s')
    @RateLimit(3, '1m')
    @Get('/')
    page() {
      return 'page'
    }
  }
  const { send, clock } = applicationOf([Twice])
  const stateOf = async () => {
    const [status, , state] = await limitsOf(await send('/'))
    return [status, state]
  }
  expect(await stateOf()).toEqual([200, '"Twice.page";r=0;t=1, "Twice.page-2";r=2;t=20'])
  expect(await stateOf()).toEqual([429, '"Twice.page";r=0;t=1'])
  clock.time += 1000
  expect(await stateOf()).toEqual([200, '"Twice.page";r=0;t=1, "Twice.page-2";r=1;t=19'])
})

test('limits with the same name are counted together', async () => {
  class Logins {
    @RateLimit(2, '1m', { name: 'logins' })
    @Get('/by-mail')
    byMail() {
      return 'mail'
    }

    @RateLimit(2, '1m', { name: 'logins' })
    @Get('/by-phone')
    byPhone() {
      return 'phone'
    }
  }
  const { send } = applicationOf([Logins])
  expect((await limitsOf(await send('/by-mail')))[2]).toBe('"logins";r=1;t=30')
  expect((await limitsOf(await send('/by-phone')))[2]).toBe('"logins";r=0;t=30')
  expect((await send('/by-mail')).status).toBe(429)
})

test('a subclass has its own bucket', async () => {
  class Base {
    @Get('/{kind}/base')
    base(kind: string) {
      return kind
    }
  }
  @RateLimit(1, '1m')
  class Guarded extends Base {}
  const { send } = applicationOf([Guarded])
  expect((await limitsOf(await send('/x/base')))[1]).toBe('"Guarded";q=1;w=60')
})

test('a key that is not a string is an error of the application', async () => {
  class Broken {
    @RateLimit(1, '1m', { by: () => undefined as never })
    @Get('/')
    page() {
      return 'page'
    }
  }
  const { kernel, log } = kernelOf([Broken])
  expect((await kernel.fetch(new Request('http://localhost/'))).status).toBe(500)
  expect(String((log.errors[0] as { error: unknown }).error)).toBe(
    'TypeError: "by" of a @RateLimit returned undefined. It must return a string, the key of a client.',
  )
})

test.each([
  [
    () => RateLimit(0, '1m'),
    'The limit of a rate limit must be a whole number of at least 1, not 0.',
  ],
  [() => RateLimit(1, '100ms'), 'A rate limit of 1 in "100ms" is not supported'],
  [() => RateLimit(1), '"" is not a duration'],
  [
    () => RateLimit(1, '1m', { burst: 0 }),
    'The burst of a rate limit must be a whole number of at least 1',
  ],
  [() => RateLimit(() => ({ limit: -1, per: '1m' })), 'The limit of a rate limit must be a whole'],
])('a wrong option is an error at boot that names the place', (limit, message) => {
  class Wrong {
    @limit()
    @Get('/')
    page() {
      return 'page'
    }
  }
  expect(() => kernelOf([Wrong])).toThrow(message)
  expect(() => kernelOf([Wrong])).toThrow(/Wrong\.page|rate-limit\.test\.ts/)
})

test('the headers of the limit replace those of a response', async () => {
  class Proxy {
    @RateLimit(1, '1m', { name: 'größe' })
    @Get('/')
    page() {
      return new Response('page', { headers: { RateLimit: '"theirs";r=1;t=1' } })
    }
  }
  const { send } = applicationOf([Proxy])
  expect(await limitsOf(await send('/'))).toEqual([
    200,
    '"gr__e";q=1;w=60',
    '"gr__e";r=0;t=60',
    null,
  ])
})

test('the document has the 429 and its headers', async () => {
  const { send } = applicationOf([Everywhere, Shop], config)
  const { paths } = (await (await send('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, { headers?: object }> }>>
  }
  const headersOf = (path: string) =>
    Object.keys(paths[path]?.['get']?.responses['429']?.headers ?? {})
  expect(headersOf('/prices')).toEqual(['Retry-After', 'RateLimit-Policy', 'RateLimit'])
  expect(headersOf('/free')).toEqual([])
})

class Failing extends RateLimitStore {
  charge(): Promise<Charge> {
    return Promise.reject(new Error('It is gone.'))
  }
}

test.each([
  ['open', 200],
  ['closed', 503],
])('if the store fails and FW_RATE_LIMIT_FAILS is %s, the status is %i', async (fails, status) => {
  const container = new Container()
    .instance(RateLimitStore, new Failing())
    .instance(Logger, new RecordedLog())
    .instance(Config, Config.of({ FW_RATE_LIMIT_FAILS: fails }))
    .boot()
  const router = new Router()
  router.register(Page)
  const kernel = new Kernel(container, router)
  expect((await kernel.fetch(new Request('http://localhost/own'))).status).toBe(status)
})

test.each([
  ['192.0.2.1', '192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
  ['192.0.2.1', '::ffff:192.0.2.1', true],
  ['2001:db8:0:1::1', '2001:DB8::1:ffff:ffff:ffff:ffff', true],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
  ['2001:db8::1', '2001:db8:0:0:1::', true],
  ['fe80::1%eth0', 'fe80::2', true],
  ['::1', '::2', true],
])('%s and %s count as one client: %s', async (first, second, isOne) => {
  const { kernel } = applicationOf([Page])
  const send = async (peer: string) =>
    (await kernel.fetch(new Request('http://localhost/own'), { peer })).status
  expect([await send(first), await send(second)]).toEqual([200, isOne ? 429 : 200])
})

test('as problem details it has the type that the RateLimit header fields define', async () => {
  const { send } = applicationOf([Page], { FW_ERRORS: 'problem' })
  await send('/own')
  const refused = await send('/own')
  expect([refused.headers.get('retry-after'), await refused.json()]).toEqual([
    '60',
    {
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      title: 'Too Many Requests',
      status: 429,
      detail: 'Too many requests.',
    },
  ])
})

test('an invalid FW_RATE_LIMIT_FAILS is an error at boot', () => {
  expect(() => applicationOf([Page], { FW_RATE_LIMIT_FAILS: 'ajar' })).toThrow(
    /^Page\.own \(.*\): .*FW_RATE_LIMIT_FAILS/,
  )
})
