import {
  Application,
  Body,
  Config,
  Container,
  ErrorHandler,
  Get,
  HttpError,
  HttpRequest,
  Kernel,
  Logger,
  McpResource,
  McpTool,
  MinLength,
  Post,
  Provides,
  Reply,
  Router,
  Stage,
  Use,
  ValidationFailed,
  type Class,
  type int,
  type Middleware,
  type Next,
} from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { describe, expect, test } from 'vitest'
import { transports, json, kernelOf, RecordedLog, useTransport } from '../serving.ts'

class Missing {
  constructor(
    readonly code: string,
    readonly id: number,
  ) {}
}

class OrderMissing extends Error {
  constructor(readonly id: number) {
    super(`Order ${id} is missing.`)
  }
}

class OldOrderMissing extends OrderMissing {}

class ArchivedMissing extends OldOrderMissing {}

class OutOfStock extends Error {}

class Overloaded extends Error {}

class Broken extends Error {}

class BrokenLater extends Error {}

class NeedsLogin extends HttpError {
  constructor() {
    super(401, 'Sign in first.', { headers: { 'www-authenticate': 'Bearer', 'x-why': 'error' } })
  }
}

class Quiet extends Error {}

class NoError {
  readonly message = 'I am no Error.'
}

class Prefix {
  readonly text = 'shop'
}

class ShopErrors {
  constructor(private readonly prefix: Prefix) {}

  @ErrorHandler(404, 'There is no such order.')
  missing(error: OrderMissing): Missing {
    return new Missing(`${this.prefix.text}.missing`, error.id)
  }

  @ErrorHandler(410)
  async archived(archived: ArchivedMissing, request: HttpRequest) {
    await Promise.resolve()
    return { gone: archived.id, path: request.path }
  }

  @ErrorHandler(409)
  outOfStock(_error: OutOfStock): void {}

  @ErrorHandler()
  overloaded(_error: Overloaded) {
    return Reply.json({ later: true }, { status: 503, headers: { 'retry-after': '9' } })
  }

  @ErrorHandler()
  broken(_error: Broken): string {
    throw new TypeError('The handler is broken.')
  }

  @ErrorHandler(400)
  async brokenLater(_error: BrokenLater): Promise<string> {
    await Promise.resolve()
    throw new TypeError('The handler is broken later.')
  }

  @ErrorHandler()
  login(error: NeedsLogin) {
    return Reply.json(
      { login: '/login', status: error.status },
      { status: 401, headers: { 'x-why': 'handler' } },
    )
  }

  @ErrorHandler()
  quiet(_error: Quiet): void {}

  @ErrorHandler(418)
  noError(_error: NoError): void {}
}

class Name {
  constructor(@MinLength(3) readonly name: string) {}
}

const thrown: Record<string, () => unknown> = {
  missing: () => new OrderMissing(7),
  old: () => new OldOrderMissing(8),
  archived: () => new ArchivedMissing(9),
  stock: () => new OutOfStock('Nothing is left.'),
  overloaded: () => new Overloaded(),
  broken: () => new Broken('first'),
  later: () => new BrokenLater('first'),
  login: () => new NeedsLogin(),
  quiet: () => new Quiet('secret'),
  noError: () => new NoError(),
  other: () => new Error('secret'),
  text: () => 'no error at all',
  proxy: () => new Proxy(new OrderMissing(1), { getPrototypeOf: () => thrown }),
  http: () => new HttpError(451, 'Not here.'),
}

class Orders {
  @Get('/throw/{what}')
  sync(what: string): void {
    throw thrown[what]?.()
  }

  @Get('/reject/{what}')
  async reject(what: string): Promise<void> {
    await Promise.resolve()
    throw thrown[what]?.()
  }

  @Post('/names')
  name(@Body() name: Name): Name {
    return name
  }
}

async function answer(response: Response): Promise<[number, unknown]> {
  const text = await response.text()
  return [response.status, text === '' ? '' : JSON.parse(text)]
}

describe.each(transports)('through %s', (_, open) => {
  const { kernel, log } = kernelOf([ShopErrors, Orders])
  const ask = useTransport(open, kernel)

  test.for([
    ['missing', 404, { code: 'shop.missing', id: 7 }],
    ['old', 404, { code: 'shop.missing', id: 8 }],
    ['stock', 409, { error: 'Nothing is left.' }],
    ['overloaded', 503, { later: true }],
    ['noError', 418, { error: 'I am no Error.' }],
    ['http', 451, { error: 'Not here.' }],
    ['quiet', 500, { error: 'Internal server error.' }],
    ['other', 500, { error: 'Internal server error.' }],
    ['text', 500, { error: 'Internal server error.' }],
    ['proxy', 500, { error: 'Internal server error.' }],
  ] as const)('%s gives %i', async ([what, status, body]) => {
    expect(await answer(await ask(`/throw/${what}`))).toEqual([status, body])
    expect(await answer(await ask(`/reject/${what}`))).toEqual([status, body])
  })

  test('the handler of the nearest class is used, and may take the request', async () => {
    const path = '/throw/archived'
    expect(await answer(await ask(path))).toEqual([410, { gone: 9, path }])
  })

  test('HEAD gets the status without a body', async () => {
    const response = await ask('/throw/missing', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([404, ''])
  })

  test('an error is logged from 500 on, for any handler', async () => {
    for (const [what, name] of [
      ['overloaded', 'Overloaded'],
      ['quiet', 'Quiet'],
    ] as const) {
      log.errors.length = 0
      await ask(`/throw/${what}`)
      expect(log.errors.map((facts) => (facts as { error: Error }).error.constructor.name)).toEqual(
        [name],
      )
    }
    log.errors.length = 0
    await ask('/throw/missing')
    expect(log.errors).toEqual([])
  })

  test.for(['/throw/broken', '/throw/later'])(
    '%s: a handler that throws is a 500, and both are logged',
    async (path) => {
      log.errors.length = 0
      expect(await answer(await ask(path))).toEqual([500, { error: 'Internal server error.' }])
      expect(log.errors.map((facts) => (facts as { error: Error }).error.message)).toEqual([
        'first',
        expect.stringMatching('The handler is broken'),
      ])
    },
  )

  test('the headers of an HttpError are kept unless the handler replaces them', async () => {
    const response = await ask('/throw/login')
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(response.headers.get('x-why')).toBe('handler')
    expect(await answer(response)).toEqual([401, { login: '/login', status: 401 }])
  })
})

/** A class of ten lines for an application with a custom error format. */
class OwnForm {
  @ErrorHandler()
  http(error: HttpError) {
    return { code: error.status, message: error.message }
  }

  @ErrorHandler()
  invalid(error: ValidationFailed) {
    return { invalid: Object.keys(error.errors) }
  }

  @ErrorHandler(500, 'Something went wrong.')
  any(error: Error) {
    return { any: error.constructor.name }
  }
}

class Guard implements Middleware {
  handle(request: HttpRequest, next: Next) {
    if (request.header('x-blocked')) throw new RangeError('blocked')
    return next()
  }
}

@Stage('observe')
class Watching implements Middleware {
  handle(request: HttpRequest, next: Next) {
    if (request.header('x-fails')) throw new OutOfStock('observed')
    return next((reply) =>
      reply.withHeader('x-seen', (reply.error as Error | undefined)?.constructor.name ?? 'none'),
    )
  }
}

@Application()
@Use(Watching, Guard)
class GuardedShop {}

describe.each(transports)('a custom format for all errors, through %s', (_, open) => {
  for (const [name, types] of [
    ['alone', [OwnForm, Orders]],
    ['with middleware', [OwnForm, Orders, GuardedShop]],
  ] as const) {
    describe(name, () => {
      const { kernel } = kernelOf(types)
      const ask = useTransport(open, kernel)

      test.for([
        [
          'GET',
          '/nowhere',
          undefined,
          404,
          { code: 404, message: 'No route matches GET /nowhere.' },
        ],
        [
          'PUT',
          '/names',
          undefined,
          405,
          { code: 405, message: '/names does not support PUT. It supports OPTIONS, POST.' },
        ],
        ['GET', '/throw/%ff', undefined, 400, { code: 400, message: expect.any(String) }],
        ['POST', '/names', '{', 400, { code: 400, message: 'The request body is not valid JSON.' }],
        ['POST', '/names', '{"name":"a"}', 422, { invalid: ['name'] }],
        ['POST', '/docs', '{}', 405, { code: 405, message: expect.any(String) }],
        [
          'POST',
          '/names',
          `"${'a'.repeat(3_000_000)}"`,
          413,
          { code: 413, message: expect.any(String) },
        ],
        ['GET', '/throw/text', undefined, 500, { error: 'Internal server error.' }],
        ['GET', '/throw/missing', undefined, 500, { any: 'OrderMissing' }],
      ] as const)('%s %s %s is %i', async ([method, path, body, status, expected]) => {
        const init = body === undefined ? { method } : json(body, method)
        expect(await answer(await ask(path, init))).toEqual([status, expected])
      })

      test('405 keeps its Allow header, and a plain OPTIONS is not an error', async () => {
        const response = await ask('/names', { method: 'PUT' })
        expect(response.headers.get('allow')).toBe('OPTIONS, POST')
        expect((await ask('/names', { method: 'OPTIONS' })).status).toBe(204)
      })

      test('the refusal of a compressed body has the format too', async () => {
        const { method, headers } = json('{}')
        const init = { method, headers: { ...headers, 'content-encoding': 'br' }, body: '{}' }
        expect(await answer(await ask('/names', init as RequestInit))).toMatchObject([
          415,
          { code: 415 },
        ])
      })
    })
  }
})

test('errors of middleware have the format too', async () => {
  const { kernel } = kernelOf([OwnForm, Orders, GuardedShop])
  const ask = (headers: Record<string, string>) =>
    kernel.fetch(new Request('http://localhost/throw/http', { headers }))
  const blocked = await ask({ 'x-blocked': 'yes' })
  expect(blocked.headers.get('x-seen')).toBe('RangeError')
  expect(await answer(blocked)).toEqual([500, { any: 'RangeError' }])
  expect(await answer(await ask({ 'x-fails': 'yes' }))).toEqual([500, { any: 'OutOfStock' }])
  expect((await ask({})).headers.get('x-seen')).toBe('HttpError')
})

describe('a handler built per request', () => {
  class User {
    constructor(readonly name: string) {}
  }

  @Stage('authenticate')
  @Provides(User)
  class SignedIn implements Middleware {
    handle(request: HttpRequest, next: Next) {
      const name = request.header('x-user')
      if (name !== undefined) request.provide(User, new User(name))
      return next()
    }
  }

  class UserErrors {
    constructor(
      private readonly user: User | null,
      private readonly request: HttpRequest,
    ) {}

    @ErrorHandler(404)
    missing(_error: OrderMissing) {
      return { user: this.user?.name ?? null, path: this.request.path }
    }
  }

  @Use(SignedIn)
  class Guarded {
    @Get('/guarded')
    guarded(): void {
      throw new OrderMissing(1)
    }
  }

  test('takes values that were provided before the error', async () => {
    const { kernel } = kernelOf([UserErrors, Guarded])
    const ask = async (headers = {}) =>
      answer(await kernel.fetch(new Request('http://localhost/guarded', { headers })))
    expect(await ask()).toEqual([404, { user: null, path: '/guarded' }])
    expect(await ask({ 'x-user': 'Ada' })).toEqual([404, { user: 'Ada', path: '/guarded' }])
  })

  test('that needs it is an error at boot', () => {
    class Greedy {
      constructor(readonly user: User) {}

      @ErrorHandler(404)
      missing(_error: OrderMissing): void {}
    }
    expect(() => kernelOf([Greedy, Guarded])).toThrow(
      'the constructor of Greedy takes User, which may not be provided yet when an error occurs. Declare it as User | null.',
    )
  })
})

describe('at boot', () => {
  const register = (type: Class) => () => new Router().register(type)

  test('two handlers for the same class throw an error with their names', () => {
    class Again {
      @ErrorHandler()
      again(_error: OrderMissing): void {}
    }
    expect(() => new Router().register(ShopErrors).register(Again)).toThrow(
      'Again.again: OrderMissing already has a handler, ShopErrors.missing. Remove one of them.',
    )
  })

  test('a handler must take an error class', () => {
    class Without {
      @ErrorHandler()
      without(): void {}
    }
    class Text {
      @ErrorHandler()
      text(_error: string): void {}
    }
    class Collection {
      @ErrorHandler()
      collection(_error: WeakMap<Error, string>): void {}
    }
    expect(register(Without)).toThrow(
      /^Without\.without \(.*\): an error handler takes the error\./,
    )
    expect(register(Text)).toThrow(/cannot determine the errors that "_error" \(string\) takes\./)
    expect(register(Collection)).toThrow(/cannot read the type "WeakMap<Error, string>"/)
  })

  test('a handler may take only the error and the request', () => {
    class Two {
      @ErrorHandler()
      two(_error: OrderMissing, _id: int): void {}
    }
    class Three {
      @ErrorHandler()
      three(_error: OrderMissing, _request: HttpRequest, _id: int): void {}
    }
    for (const type of [Two, Three]) {
      expect(register(type)).toThrow('and optionally the HttpRequest')
    }
  })

  test('a status must be valid for a response', () => {
    class Odd {
      @ErrorHandler(99)
      odd(_error: OrderMissing): void {}
    }
    expect(register(Odd)).toThrow('a response has a status from 200 to 599, not 99.')
  })

  test('a handler that cannot be instantiated is an error at boot', () => {
    class Unbuildable {
      constructor(readonly text: string) {}

      @ErrorHandler()
      any(_error: OrderMissing): void {}
    }
    expect(() => kernelOf([Unbuildable])).toThrow('Cannot build Unbuildable')
  })

  test('a handler may take several classes, including built-in ones', async () => {
    class Several {
      @ErrorHandler(409)
      several(error: OutOfStock | RangeError) {
        return { name: error.constructor.name }
      }
    }
    class Thrower {
      @Get('/range')
      range(): void {
        throw new RangeError('out')
      }

      @Get('/stock')
      stock(): void {
        throw new OutOfStock('out')
      }
    }
    const { kernel } = kernelOf([Several, Thrower])
    const ask = async (path: string) =>
      answer(await kernel.fetch(new Request(`http://localhost${path}`)))
    expect(await ask('/range')).toEqual([409, { name: 'RangeError' }])
    expect(await ask('/stock')).toEqual([409, { name: 'OutOfStock' }])
  })
})

describe('tools', () => {
  class OrderTools {
    @McpTool('throw', 'Throws.')
    throw(what: string): string {
      throw thrown[what]?.()
    }

    @McpResource('orders://{what}', 'orders', 'Throws, too.')
    read(what: string): string {
      throw thrown[what]?.()
    }

    @McpTool('slow', 'Throws later.')
    async slow(what: string): Promise<string> {
      await Promise.resolve()
      throw thrown[what]?.()
    }
  }

  function agent() {
    const log = new RecordedLog()
    const container = new Container().instance(Config, Config.of({})).instance(Logger, log).boot()
    const router = new Router().register(ShopErrors)
    const registry = new McpRegistry().register(OrderTools)
    const server = new McpServer(registry, new McpDispatcher(container, router), { logger: log })
    return {
      client: new McpTestClient(server),
      log,
      kernel: new Kernel(container, router, { mcp: server }),
    }
  }

  test.for([
    ['missing', '{"code":"shop.missing","id":7}'],
    ['stock', '{"error":"Nothing is left."}'],
    ['http', 'Not here.'],
  ] as const)('the message of an error mapped below 500 is sent: %s', async ([what, text]) => {
    const { client, log } = agent()
    for (const tool of ['throw', 'slow']) {
      const result = await client.callTool(tool, { what })
      expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text }] })
    }
    expect(log.errors).toEqual([])
  })

  test('the error of a resource has the body as its message', async () => {
    const { client, log } = agent()
    await expect(client.readResource('orders://stock')).rejects.toThrow(
      '{"error":"Nothing is left."}',
    )
    await expect(client.readResource('orders://http')).rejects.toThrow('Not here.')
    expect(log.errors).toEqual([])
    await expect(client.readResource('orders://later')).rejects.toThrow('Internal error.')
    expect(log.errors).toHaveLength(2)
  })

  test.for([
    ['overloaded', 1],
    ['quiet', 1],
    ['other', 1],
    ['later', 2],
    // There is no request that its handler could take.
    ['archived', 2],
  ] as const)('any other message is logged and not sent: %s', async ([what, lines]) => {
    const { client, log } = agent()
    const result = await client.callTool('throw', { what })
    expect(result).toMatchObject({ isError: true, content: [{ text: 'The tool failed.' }] })
    expect(log.errors).toHaveLength(lines)
    for (const details of log.errors) expect(details).toHaveProperty('error')
  })
})
