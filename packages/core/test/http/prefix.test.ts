import {
  Application,
  Get,
  HttpRequest,
  type int,
  type Middleware,
  type Next,
  Post,
  Prefix,
  Query,
  Router,
  Stage,
  Use,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, kernelOf, useTransport } from './serving.ts'

@Stage('admit')
class Sees implements Middleware {
  handle({ path, route, parameters }: HttpRequest, next: Next) {
    return next((reply) =>
      reply.withHeader('x-seen', `${path} ${route?.path} ${JSON.stringify(parameters)}`),
    )
  }
}

@Application()
@Prefix('/{tenant}/v1')
class Shop {
  @Get('/')
  home(tenant: string) {
    return { tenant }
  }
}

@Prefix('/orders/{order}')
@Use(Sees)
class Lines {
  @Get('/')
  list(tenant: string, order: int) {
    return { tenant, order }
  }

  @Get('/lines/{line}')
  show(line: int, order: int, tenant: 'nord' | 'sued', @Query() currency = 'eur') {
    return { tenant, order, line, currency }
  }

  @Post('/lines', { status: 201 })
  add(order: int) {
    return order
  }
}

@Prefix('/returned')
class Returns extends Lines {}

class Bare {
  @Get('/bare')
  bare(tenant = 'nobody') {
    return { tenant }
  }
}

const orders: [string, (typeof Shop)[]][] = [
  ['first', [Shop, Lines, Bare] as never],
  ['last', [Lines, Bare, Shop] as never],
]

describe.each(orders)('the application class registered %s', (_name, classes) => {
  describe.each(transports)('through %s', (_transport, open) => {
    const ask = useTransport(open, kernelOf(classes).kernel)

    test.each([
      ['/nord/v1', 200, { tenant: 'nord' }],
      ['/nord/v1/bare', 200, { tenant: 'nord' }],
      ['/n%C3%B8rd/v1/orders/7', 200, { tenant: 'nørd', order: 7 }],
      [
        '/nord/v1/orders/7/lines/2?currency=nok',
        200,
        { tenant: 'nord', order: 7, line: 2, currency: 'nok' },
      ],
      [
        '/west/v1/orders/x/lines/2',
        422,
        { errors: { tenant: expect.any(Array), order: expect.any(Array) } },
      ],
      ['/bare', 404, { error: 'No route matches GET /bare.' }],
      ['/nord/v1/', 404, { error: 'No route matches GET /nord/v1/.' }],
      ['/nord/v1/openapi.json', 404, { error: 'No route matches GET /nord/v1/openapi.json.' }],
    ])('%s returns %i', async (path, status, body) => {
      const found = await ask(path)
      expect([found.status, await found.json()]).toEqual([status, body])
    })

    test('the request and the Allow header use the whole path', async () => {
      const found = await ask('/nord/v1/orders/7', { method: 'DELETE' })
      expect([found.status, found.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      expect((await ask('/nord/v1/orders/7')).headers.get('x-seen')).toBe(
        '/nord/v1/orders/7 /{tenant}/v1/orders/{order} {"tenant":"nord","order":"7"}',
      )
    })

    test('the document has the whole paths with all placeholders', async () => {
      const document = (await (await ask('/openapi.json')).json()) as {
        paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>
      }
      expect(Object.keys(document.paths).toSorted()).toEqual([
        '/{tenant}/v1',
        '/{tenant}/v1/bare',
        '/{tenant}/v1/orders/{order}',
        '/{tenant}/v1/orders/{order}/lines',
        '/{tenant}/v1/orders/{order}/lines/{line}',
      ])
      const { parameters } = document.paths['/{tenant}/v1/orders/{order}/lines']?.['post'] ?? {}
      expect(parameters?.map((each) => [each.in, each.name])).toEqual([
        ['path', 'tenant'],
        ['path', 'order'],
      ])
    })
  })
})

test('a subclass has the prefix of its parent unless it declares one', () => {
  class Same extends Lines {}
  const pathsOf = (...types: (typeof Lines)[]) => {
    const router = new Router()
    for (const type of [Shop, ...types]) router.register(type)
    return router.routes.map(({ path }) => path)
  }
  expect(pathsOf(Same)).toContain('/{tenant}/v1/orders/{order}/lines/{line}')
  expect(() => pathsOf(Returns)).toThrow('parameter "order" (')
})

test('routes keep the order of their registration', () => {
  const router = new Router().register(Lines).register(Bare).register(Shop)
  expect(router.routes.map(({ methodName }) => methodName)).toEqual([
    'list',
    'show',
    'add',
    'bare',
    'home',
  ])
})

test('a parameter that no prefix fills is an error when the routes are read', () => {
  const router = new Router().register(Lines)
  const error =
    /^Lines\.list: parameter "tenant" \(string\) has no source\. Add \{tenant\} to the path "\/orders\/\{order\}"/
  expect(() => router.routes).toThrow(error)
  expect(() => kernelOf([Lines])).toThrow(error)
  @Application()
  class Plain {}
  expect(() => router.register(Plain)).toThrow(error)
})

test('two routes with the same whole path are an error', () => {
  @Prefix('/a')
  class One {
    @Get('/b')
    b() {}
  }
  class Two {
    @Get('/a/b')
    b() {}
  }
  expect(() => new Router().register(One).register(Two)).toThrow(
    'Two.b: GET /a/b is already handled by One.b.',
  )
})

test.each<[string, RegExp]>([
  ['api', /^Wrong: the path "api" cannot be used: it does not start with "\/"\. Write "\/api"\.$/],
  ['/:id', /^Wrong: the path "\/:id" cannot be used: ":id" is not a placeholder\. Write \{id\}\.$/],
  ['/api/', /^Wrong: the path "\/api\/" cannot be used: a prefix must not end with "\/"/],
  ['/', /^Wrong: the path "\/" cannot be used: a prefix must not end with "\/"/],
  ['/api?x', /^Wrong: the path "\/api\?x" cannot be used: a path cannot contain/],
  ['/{id}', /^Wrong\.show: the path "\/\{id\}\/\{id\}" cannot be used: \{id\} is used twice/],
])('the prefix %s is an error at boot', (prefix, message) => {
  @Prefix(prefix)
  class Wrong {
    @Get('/{id}')
    show(id: int) {
      return id
    }
  }
  expect(() => new Router().register(Wrong)).toThrow(message)
})

test('a prefix without effect, or a second one, is an error at boot', () => {
  @Prefix('/a')
  class Empty {}
  expect(() => new Router().register(Empty)).toThrow(
    /^Empty \(.*\): @Prefix is on a class without routes\. Remove it, or make the class abstract\.$/,
  )
  class Method {
    @Prefix('/a')
    @Get('/')
    get() {}
  }
  expect(() => new Router().register(Method)).toThrow(
    /^Method\.get \(.*\): @Prefix is on a method\. Write the whole path, or put @Prefix on the class\./,
  )
  @Prefix('/a')
  @Prefix('/b')
  class Twice {
    @Get('/')
    get() {}
  }
  expect(() => new Router().register(Twice)).toThrow(
    /^Twice \(.*\): @Prefix is used twice\. Keep one\./,
  )
})
