import {
  Application,
  Body,
  BodyLimit,
  Get,
  HttpError,
  HttpRequest,
  MinLength,
  Post,
  Provides,
  Reply,
  Stage,
  Use,
  Without,
  type Middleware,
  type Next,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, kernelOf, useTransport } from '../serving.ts'

/** The calls, in order. */
const trail: string[] = []

abstract class Traced implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    trail.push(`${this.constructor.name} in`)
    return next((reply) => {
      trail.push(`${this.constructor.name} out`)
      return reply.withHeader('x-passed', this.constructor.name)
    })
  }
}

@Stage('observe')
class Watch extends Traced {}

@Stage('respond')
class Dress extends Traced {}

@Stage('admit')
class Admit extends Traced {}

class Innermost extends Traced {}

class OfClass extends Traced {}

class User {
  constructor(readonly name: string) {}
}

@Stage('authenticate')
@Provides(User)
class SignedIn implements Middleware {
  async handle(request: HttpRequest, next: Next) {
    const name = request.header('authorization')
    if (name === undefined) throw new HttpError(401, 'Sign in first.')
    request.provide(User, new User(name))
    return next((reply) => reply.withHeader('cache-control', 'private'))
  }
}

@Stage('respond')
class ErrorsSeen implements Middleware {
  async handle(_request: HttpRequest, next: Next) {
    const reply = await next()
    const { error } = reply
    return error ? reply.withHeader('x-error', (error as Error).constructor.name) : reply
  }
}

class Account {
  constructor(@MinLength(3) readonly name: string) {}
}

class PerRequest {
  constructor(readonly user: User) {}

  @Use(SignedIn)
  @Get('/constructed')
  constructed() {
    return this.user
  }
}

const streamed = () => new Response('as it is', { headers: { 'x-own': 'yes' } })

@Application()
@Use(Innermost, Admit, Dress, Watch, ErrorsSeen)
class App {}

@Use(OfClass, Innermost)
class Pages {
  @Get('/plain')
  plain() {
    trail.push('method')
    return { plain: true }
  }

  @Without(Innermost, Dress)
  @Get('/without')
  without() {
    return 'without'
  }

  @Use(SignedIn)
  @Get('/me')
  me(user: User) {
    return user
  }

  @Get('/request/{name}')
  request(name: string) {
    return name
  }

  @Post('/accounts')
  create(@Body() account: Account) {
    return account
  }

  @Get('/fails')
  fails() {
    throw new Error('secret')
  }

  @Get('/response')
  response() {
    return streamed()
  }

  @Get('/events')
  async *events() {
    yield 'one'
  }
}

class Requests {
  @Get('/request/{name}')
  request(request: HttpRequest) {
    const { method, path, parameters, route, query } = request
    return { method, path, query, parameters, route: route?.path, host: request.host !== '' }
  }
}

describe.each(transports)('through %s', (_name, open) => {
  const ask = useTransport(open, kernelOf([App, Pages, PerRequest]).kernel)
  const askRequests = useTransport(open, kernelOf([Requests]).kernel)

  test('the chain is ordered by stage, then by level, then by position in the source', async () => {
    trail.length = 0
    const found = await ask('/plain')
    expect(trail).toEqual([
      'Watch in',
      'Dress in',
      'Admit in',
      'Innermost in',
      'OfClass in',
      'method',
      'OfClass out',
      'Innermost out',
      'Admit out',
      'Dress out',
      'Watch out',
    ])
    expect(found.headers.get('x-passed')).toBe('OfClass, Innermost, Admit, Dress, Watch')
  })

  test('removed middleware does not run', async () => {
    expect((await ask('/without')).headers.get('x-passed')).toBe('OfClass, Admit, Watch')
  })

  test.each([
    ['/nowhere', {}, 404, 'Admit, Dress, Watch', null],
    ['/plain', { method: 'DELETE' }, 405, 'Admit, Dress, Watch', null],
    ['/request/%zz', {}, 400, 'Dress, Watch', 'HttpError'],
    ['/plain', { method: 'OPTIONS' }, 204, 'Admit, Dress, Watch', null],
    ['/plain', { method: 'HEAD' }, 200, 'OfClass, Innermost, Admit, Dress, Watch', null],
    ['/openapi.json', {}, 200, 'Innermost, Admit, Dress, Watch', null],
    ['/openapi.json', { method: 'HEAD' }, 200, 'Innermost, Admit, Dress, Watch', null],
    ['/docs', {}, 200, 'Innermost, Admit, Dress, Watch', null],
    ['/fails', {}, 500, 'Dress, Watch', 'Error'],
    ['/me', {}, 401, 'Dress, Watch', 'HttpError'],
    ['/response', {}, 200, 'OfClass, Innermost, Admit, Dress, Watch', null],
    ['/events', {}, 200, 'OfClass, Innermost, Admit, Dress, Watch', null],
    [
      '/accounts',
      { method: 'POST', body: '{"name":"x"}', headers: { 'content-type': 'application/json' } },
      422,
      'Dress, Watch',
      'ValidationFailed',
    ],
  ] as const)(
    '%s %o is %i within the application level',
    async (path, init, status, passed, error) => {
      const found = await ask(path, init)
      await found.text()
      expect([found.status, found.headers.get('x-passed'), found.headers.get('x-error')]).toEqual([
        status,
        passed,
        error,
      ])
    },
  )

  test('a value is filled in by its type', async () => {
    for (const path of ['/me', '/constructed']) {
      const found = await ask(path, { headers: { authorization: 'Ada' } })
      expect(await found.json()).toEqual({ name: 'Ada' })
      expect(found.headers.get('cache-control')).toBe('private')
    }
  })

  test('the neutral request is injected by its type', async () => {
    expect(await (await askRequests('/request/a%20b?x=1')).json()).toEqual({
      method: 'GET',
      path: '/request/a%20b',
      query: 'x=1',
      parameters: { name: 'a b' },
      route: '/request/{name}',
      host: true,
    })
  })
})

test('a value that a route needs but no middleware provides is an error at boot', () => {
  class Late {
    @Get('/late')
    late(user: User) {
      return user
    }
  }
  expect(() => kernelOf([Late])).toThrow(
    /^Late\.late \(.*\): Parameter "user" takes User, which no middleware before it provides\. Add one with @Use that is marked @Provides\(User\)/,
  )
})

test('two middleware classes that provide the same value are an error at boot', () => {
  class Guest implements Middleware {
    handle(request: HttpRequest, next: Next) {
      request.provide(User, new User('guest'))
      return next()
    }
  }
  @Stage('authenticate')
  @Provides(User)
  class AsGuest extends Guest {}
  @Use(SignedIn, AsGuest)
  class Orders {
    @Get('/orders')
    list() {
      return []
    }
  }
  expect(() => kernelOf([Orders])).toThrow(
    /^Orders \(.*\): SignedIn and AsGuest both provide User\. Remove one of them\.$/,
  )
})

test('middleware that runs before the provider of its value is an error at boot', () => {
  class Tenant {}
  @Provides(Tenant)
  class Tenancy implements Middleware {
    handle(request: HttpRequest, next: Next) {
      request.provide(Tenant, new Tenant())
      return next()
    }
  }
  class Quota implements Middleware {
    constructor(readonly tenant: Tenant) {}

    handle(_request: HttpRequest, next: Next) {
      return next()
    }
  }
  @Use(Quota)
  class Orders {
    @Use(Tenancy)
    @Get('/orders')
    list() {
      return []
    }
  }
  expect(() => kernelOf([Orders])).toThrow(
    /^Orders \(.*\): The constructor of Quota takes Tenant, which Tenancy \(Orders\.list\) provides after it\. Move Tenancy before Quota: to an earlier position or stage\.$/,
  )
})

test('a second application class, and a removal without effect, are errors at boot', () => {
  @Application()
  class Other {}
  expect(() => kernelOf([App, Other])).toThrow(
    /^Other \(.*\): App \(.*\) is already marked @Application\(\)/,
  )
  class Nothing {
    @Without(Dress)
    @Get('/nothing')
    nothing() {}
  }
  expect(() => kernelOf([Nothing])).toThrow(
    /^Nothing\.nothing \(.*\): @Without\(Dress\) has no effect/,
  )
})

test.each([
  [
    'returns nothing',
    () => undefined,
    /^MiddlewareFailed: Broken\.handle or the function it passed to next\(\) returned nothing\. /,
  ],
  [
    'returns nothing from its function',
    (next: Next) => next(() => undefined as never),
    /returned nothing/,
  ],
  ['calls next() twice', (next: Next) => (next(), next()), /called next\(\) twice/],
])('a middleware that %s causes a 500, and the log names it', async (_what, act, message) => {
  class Broken implements Middleware {
    handle(_request: HttpRequest, next: Next) {
      return act(next) as Reply
    }
  }
  class Page {
    @Use(Broken)
    @Get('/')
    page() {
      return 'page'
    }
  }
  const { kernel, log } = kernelOf([Page])
  const found = await kernel.fetch(new Request('http://localhost/'))
  expect([found.status, await found.json()]).toEqual([500, { error: 'Internal server error.' }])
  const { error } = log.errors[0] as { error: unknown }
  expect(String(error)).toMatch(message)
  expect(String(error)).toContain('Broken.handle')
})

const missing = undefined as unknown as typeof OfClass

test.each([
  [() => Use(), '@Use() has no argument. Pass one or more middleware classes.'],
  [() => Without(), '@Without() has no argument. Pass one or more middleware classes.'],
  [
    () => Use(OfClass, missing),
    '@Use(…) got undefined instead of a class. If two modules import each other, move the class to a third one.',
  ],
  [() => Without(missing), '@Without(…) got undefined instead of a class.'],
  [
    () => Stage('late' as 'handle'),
    'There is no stage "late". The stages are observe, respond, admit, authenticate, handle.',
  ],
])('a decorator without its class or stage is an error at boot: %s', (decorate, message) => {
  @decorate()
  class Wrong {
    @Get('/wrong')
    wrong() {}
  }
  expect(() => kernelOf([Wrong])).toThrow(message)
})

test('an unchanged Response is sent as the same object', async () => {
  const kept = streamed()
  class Plain implements Middleware {
    handle(_request: HttpRequest, next: Next) {
      return next()
    }
  }
  class Page {
    @Use(Plain)
    @Get('/')
    page() {
      return kept
    }
  }
  expect(await kernelOf([Page]).kernel.fetch(new Request('http://localhost/'))).toBe(kept)
})

test.each([
  ['a duration', () => BodyLimit('15m')],
  ['a negative number', () => BodyLimit(-1)],
])('a body limit of %s is an error at boot', (_what, limit) => {
  class Page {
    @limit()
    @Post('/')
    page(@Body() text: string) {
      return text
    }
  }
  expect(() => kernelOf([Page])).toThrow(
    /^Page\.page: "?\S+ is not a number of bytes, or a size such as/,
  )
})

test('a body limit on a method without a body is an error at boot', () => {
  class Page {
    @BodyLimit('1MiB')
    @Get('/')
    page() {
      return 'page'
    }
  }
  expect(() => kernelOf([Page])).toThrow(
    /^Page\.page \(.*\): @BodyLimit is on a method that takes no body\. Remove it\./,
  )
})
