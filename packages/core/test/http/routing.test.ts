import {
  attribute,
  Delete,
  DuplicateRoute,
  Get,
  type int,
  InvalidPathTemplate,
  InvalidRoute,
  Patch,
  Post,
  Put,
  Reply,
  Router,
  type RouteAttribute,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, kernelOf, useTransport } from './serving.ts'

class PurgeRoute implements RouteAttribute {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  httpMethod(): string {
    return 'PURGE'
  }

  path(): string {
    return this.#path
  }

  status(): number {
    return 202
  }
}

const Purge = attribute(PurgeRoute)

class Orders {
  @Get('/orders')
  list(): string[] {
    return ['first']
  }

  @Post('/orders', { status: 201 })
  create() {
    return { created: true }
  }

  @Put('/orders/{id}')
  @Patch('/orders/{id}')
  change(id: int) {
    return { id }
  }

  @Delete('/orders/{id}', { status: 200 })
  remove(): void {}

  @Get('/orders/newest')
  newest() {
    return 'the newest'
  }

  @Get('/orders/{id}')
  show(id: string) {
    return { id }
  }

  @Post('/orders/newest')
  pin(): void {}

  @Get('/shops/{shop}/orders/{id}')
  ofShop(shop: string, id: string) {
    return { shop, id }
  }

  @Get('/nothing')
  nothing(): null {
    return null
  }

  @Get('/ready')
  ready() {
    return Response.json({ by: 'hand' }, { status: 418, headers: { 'x-by': 'hand' } })
  }

  @Get('/neutral', { status: 203 })
  neutral() {
    return new Reply(299, ['x-by', 'hand'], 'as it is')
  }

  @Get('/later')
  async later(): Promise<{ big: bigint; small: bigint }> {
    return { big: 2n ** 64n, small: 7n }
  }

  @Purge('/cache/{key}')
  purge(key: string) {
    return key
  }

  helper(): string {
    return 'not a route'
  }
}

describe.each(transports)('through %s', (_, open) => {
  const send = useTransport(open, kernelOf([Orders]).kernel)

  const ask = async (path: string, method = 'GET') => {
    const response = await send(path, { method })
    return { status: response.status, body: await response.text(), headers: response.headers }
  }

  test('every route decorator declares a route with its status', async () => {
    expect(await ask('/orders')).toMatchObject({ status: 200, body: '["first"]' })
    expect(await ask('/orders', 'POST')).toMatchObject({ status: 201, body: '{"created":true}' })
    expect(await ask('/orders/4', 'PUT')).toMatchObject({ status: 200, body: '{"id":4}' })
    expect(await ask('/orders/4', 'PATCH')).toMatchObject({ status: 200, body: '{"id":4}' })
  })

  test('without content the body is empty, with 204 or the declared status', async () => {
    expect(await ask('/orders/newest', 'POST')).toMatchObject({ status: 204, body: '' })
    const removed = await ask('/orders/4', 'DELETE')
    expect(removed).toMatchObject({ status: 200, body: '' })
    expect(removed.headers.get('content-type')).toBeNull()
  })

  test('a custom decorator is a route too', async () => {
    expect(await ask('/cache/front', 'PURGE')).toMatchObject({ status: 202, body: '"front"' })
  })

  test('a placeholder is one decoded segment', async () => {
    const { body } = await ask('/shops/caf%C3%A9%20%2F/orders/a+b')
    expect(JSON.parse(body)).toEqual({ shop: 'café /', id: 'a+b' })
    expect(await ask('/shops//orders/1')).toMatchObject({ status: 404 })
    for (const broken of ['%', '%zz', '%e9', '%C3%28']) {
      const { status, body: error } = await ask(`/orders/${broken}`)
      expect([status, error]).toEqual([
        400,
        '{"error":"The percent-encoding of the path is malformed."}',
      ])
    }
  })

  test('a literal takes precedence unless it lacks the method, and a trailing slash is another path', async () => {
    expect(await ask('/orders/newest')).toMatchObject({ body: '"the newest"' })
    expect(await ask('/orders/latest')).toMatchObject({ body: '{"id":"latest"}' })
    expect(await ask('/orders/newest', 'PUT')).toMatchObject({ status: 422 })
    expect(await ask('/orders/')).toMatchObject({ status: 404 })
  })

  test('null, text and bigint are JSON', async () => {
    expect(await ask('/nothing')).toMatchObject({ status: 200, body: 'null' })
    const text = await ask('/orders/newest')
    expect(text.headers.get('content-type')).toBe('application/json')
    expect(await ask('/later')).toMatchObject({
      body: '{"big":"18446744073709551616","small":7}',
    })
  })

  test('a Response or a Reply is sent as it is, regardless of the declared status', async () => {
    const ready = await ask('/ready')
    expect(ready).toMatchObject({ status: 418, body: '{"by":"hand"}' })
    expect(ready.headers.get('x-by')).toBe('hand')
    const neutral = await ask('/neutral')
    expect(neutral).toMatchObject({ status: 299, body: 'as it is' })
    expect(neutral.headers.get('x-by')).toBe('hand')
  })

  test('HEAD behaves like GET, without the body', async () => {
    const head = await ask('/orders', 'HEAD')
    expect(head).toMatchObject({ status: 200, body: '' })
    expect(head.headers.get('content-length')).toBe('9')
    expect(head.headers.get('content-type')).toBe('application/json')
    expect(await ask('/ready', 'HEAD')).toMatchObject({ status: 418, body: '' })
    const without = await ask('/cache/front', 'HEAD')
    expect(without.status).toBe(405)
    expect(without.headers.get('allow')).toBe('OPTIONS, PURGE')
  })

  test('OPTIONS lists the methods of a path', async () => {
    const options = await ask('/orders/newest', 'OPTIONS')
    expect(options).toMatchObject({ status: 204, body: '' })
    expect(options.headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT')
    expect(await ask('/unknown', 'OPTIONS')).toMatchObject({ status: 404 })
  })

  test('an unknown path is 404, an unknown method 405 with Allow', async () => {
    expect(await ask('/unknown?x=1')).toMatchObject({
      status: 404,
      body: '{"error":"No route matches GET /unknown."}',
    })
    const refused = await ask('/orders', 'DELETE')
    expect(refused).toMatchObject({
      status: 405,
      body: '{"error":"/orders does not support DELETE. It supports GET, HEAD, OPTIONS, POST."}',
    })
    expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST')
    expect(await ask(`/${'x'.repeat(500)}`)).toMatchObject({
      status: 404,
      body: `{"error":"No route matches GET /${'x'.repeat(199)}…."}`,
    })
  })
})

describe('the router', () => {
  test('knows each route with its method and its placeholders as strings', () => {
    const router = new Router().register(Orders)
    expect(router.routes.map((route) => `${route.httpMethod} ${route.methodName}`)).not.toContain(
      'GET helper',
    )
    const found = router.find('GET', '/shops/1/orders/%32')
    expect(found?.route.methodName).toBe('ofShop')
    expect(found?.route.placeholders).toEqual(['shop', 'id'])
    expect(found?.values).toEqual(['1', '2'])
    expect(router.find('GET', '/nowhere')).toBeUndefined()
    expect(router.find('POST', '/orders/1')).toBeUndefined()
  })

  test('matches a method and path to a route and its parameters by name', () => {
    const router = new Router().register(Orders)
    const match = router.match('GET', '/shops/a%20b/orders/%32')
    expect(match?.route.methodName).toBe('ofShop')
    expect(match?.parameters).toEqual({ shop: 'a b', id: '2' })
    expect(router.match('GET', '/orders')).toMatchObject({ parameters: {} })
    expect(router.match('GET', '/nowhere')).toBeUndefined()
    expect(router.match('POST', '/orders/1')).toBeUndefined()
    expect(() => router.match('GET', '/shops/%E9/orders/2')).toThrow(
      'The percent-encoding of the path is malformed.',
    )
  })

  test('refuses a second route of the same shape', () => {
    class Twice {
      @Get('/orders/{number}')
      other(number: string) {
        return number
      }
    }
    const router = new Router().register(Orders)
    expect(() => router.register(Twice)).toThrow(
      new DuplicateRoute('GET', '/orders/{number}', 'Orders.show', 'Twice.other'),
    )
    expect(() => router.register(Orders)).toThrow(/Orders\.list.*already handled by Orders\.list/)
  })

  test('refuses routes that can never be called', () => {
    class Static {
      @Get('/static')
      static run(): void {}
    }
    expect(() => new Router().register(Static)).toThrow(InvalidRoute)
    for (const [path, problem] of [
      ['orders', 'it does not start with "/". Write "/orders".'],
      ['/a/:id', '":id" is not a placeholder. Write {id}.'],
      ['/:id.json', '":id.json" is not a placeholder. Write {id}.'],
      ['/orders?all', 'Bind query values with @Query'],
      ['/{id}/{id}', '{id} is used twice'],
      ['/order-{id}', '"order-{id}" is not a placeholder. Write an identifier in braces'],
      ['/{order-id}', '"{order-id}" is not a placeholder. Write an identifier in braces'],
    ] as const) {
      class Wrong {
        @Get(path)
        run(id: string) {
          return id
        }
      }
      const register = () => new Router().register(Wrong)
      expect(register).toThrow(InvalidPathTemplate)
      expect(register).toThrow(problem)
    }
  })

  test('refuses a decorator on a property or getter, also of a parent', () => {
    abstract class Parent {
      @Get('/arrow')
      arrow = () => 'never'
    }
    class Child extends Parent {
      @Get('/ok')
      ok() {
        return 'ok'
      }
    }
    class Getter {
      @Get('/getter')
      get getter() {
        return 'never'
      }
    }
    class Fixed extends Parent {
      override arrow = () => 'never'
    }
    const problem = 'it is a property, not a method. Write it as a method.'
    for (const [type, owner] of [
      [Child, 'Parent.arrow'],
      [Getter, 'Getter.getter'],
      [Fixed, 'Parent.arrow'],
    ] as const) {
      const register = () => new Router().register(type)
      expect(register).toThrow(InvalidRoute)
      expect(register).toThrow(owner)
      expect(register).toThrow(problem)
    }
  })

  test('matches a literal with any characters, as clients encode it', () => {
    class Accents {
      @Get('/café/über uns')
      about() {
        return 'about'
      }
    }
    const router = new Router().register(Accents)
    expect(router.find('GET', '/caf%C3%A9/%C3%BCber%20uns')?.route.methodName).toBe('about')
  })
})
