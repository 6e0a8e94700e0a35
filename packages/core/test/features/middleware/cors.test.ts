import {
  Application,
  attribute,
  Body,
  Conditional,
  Cors,
  Get,
  HttpError,
  type HttpRequest,
  type Middleware,
  MinLength,
  type Next,
  Patch,
  Post,
  RateLimit,
  Reply,
  Stage,
  Use,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, json, kernelOf, useTransport } from '../../http/serving.ts'

const shop = 'https://shop.example'
const foreign = 'https://evil.example'

/** The calls inside the policies. */
const ran: string[] = []

@Stage('authenticate')
class SignedIn implements Middleware {
  handle(request: HttpRequest, next: Next) {
    ran.push(request.method)
    if (request.header('authorization') === undefined) throw new HttpError(401, 'Sign in first.')
    return next()
  }
}

@Application()
@Use(SignedIn)
@Cors({ origins: [shop, 'https://*.shop.example'], credentials: true, expose: ['X-Total'] })
class App {}

class Note {
  constructor(@MinLength(3) readonly text: string) {}
}

class Notes {
  @Get('/notes/{id}')
  show(id: string) {
    return Reply.json(id, {
      headers: { etag: '"1"', 'access-control-allow-origin': '*', vary: 'Accept' },
    })
  }

  @Patch('/notes/{id}')
  change(id: string) {
    return id
  }

  @Post('/notes')
  create(@Body() note: Note) {
    return note
  }

  @Get('/response')
  response() {
    return new Response('text', { headers: { 'access-control-allow-origin': foreign } })
  }

  @Get('/fails')
  fails() {
    throw new Error('secret')
  }

  @Cors(false)
  @Get('/own')
  own() {
    return 'own'
  }

  @Cors({ origins: '*', headers: ['X-Key'], maxAge: '1h' })
  @Get('/open')
  open() {
    return 'open'
  }
}

const granted = (response: Response) =>
  [...response.headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary')

describe.each(transports)('through %s', (_name, open) => {
  const send = useTransport(open, kernelOf([App, Notes]).kernel)
  const from = (origin: string, init: RequestInit = {}): RequestInit => ({
    ...init,
    headers: { origin, authorization: 'Ada', ...(init.headers as Record<string, string>) },
  })
  const preflight = (method: string, headers: Record<string, string> = {}): RequestInit => ({
    method: 'OPTIONS',
    headers: { origin: shop, 'access-control-request-method': method, ...headers },
  })

  test('a response to a listed origin names it, instead of what a method has set', async () => {
    const response = await send('/notes/7', from(shop))
    expect(granted(response)).toEqual([
      ['access-control-allow-credentials', 'true'],
      ['access-control-allow-origin', shop],
      ['access-control-expose-headers', 'X-Total, ETag'],
      ['vary', 'Accept, Origin'],
    ])
    expect(await response.json()).toBe('7')
  })

  test.each([
    ['https://a.shop.example', true],
    ['https://a.b.shop.example', false],
    ['https://.shop.example', false],
    ['https://a.shop.example:8443', false],
    ['https://ashop.example', false],
    ['https://a/.shop.example', false],
    ['http://shop.example', false],
    ['https://shop.example.evil.example', false],
    ['null', false],
    [foreign, false],
  ])('%s is allowed: %s', async (origin, isAllowed) => {
    const response = await send('/notes/7', from(origin))
    expect(response.headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null)
    expect(response.headers.get('vary')).toBe('Accept, Origin')
    expect(response.status).toBe(200)
  })

  test('a Response loses its own CORS headers', async () => {
    const response = await send('/response', from(foreign))
    expect([granted(response), await response.text()]).toEqual([[['vary', 'Origin']], 'text'])
  })

  test.each([
    ['/nowhere', {}, 404],
    ['/notes', { method: 'DELETE' }, 405],
    ['/notes', json({ text: 'x' }), 422],
    ['/notes', json('{'), 400],
    ['/fails', {}, 500],
    ['/notes/7', { headers: { authorization: '' } }, 200],
    ['/openapi.json', {}, 200],
  ])('%s %o is readable with its %i', async (path, init: RequestInit, status) => {
    const response = await send(path, from(shop, init))
    await response.text()
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      status,
      shop,
    ])
  })

  test('a preflight gets the policy of the path, and nothing inside runs', async () => {
    ran.splice(0)
    const response = await send(
      '/notes/7',
      preflight('PATCH', { 'access-control-request-headers': 'authorization,x-a' }),
    )
    expect([response.status, await response.text(), ran]).toEqual([204, '', []])
    expect(granted(response)).toEqual([
      ['access-control-allow-credentials', 'true'],
      ['access-control-allow-headers', 'authorization,x-a'],
      ['access-control-allow-methods', 'GET, HEAD, OPTIONS, PATCH'],
      ['access-control-allow-origin', shop],
      ['access-control-max-age', '600'],
      ['vary', 'Origin, Access-Control-Request-Headers'],
    ])
  })

  test.each([
    ['/notes/7', 'HEAD', 204],
    ['/notes/7', 'DELETE', 204],
    ['/openapi.json', 'GET', 204],
    ['/nowhere', 'GET', 404],
    ['/notes/%zz', 'GET', 204],
  ])('the preflight of %s %s is %i, and readable', async (path, method, status) => {
    ran.splice(0)
    const response = await send(path, preflight(method))
    await response.text()
    expect([response.status, response.headers.get('access-control-allow-origin'), ran]).toEqual([
      status,
      shop,
      [],
    ])
  })

  test('the preflight of a foreign origin is 403 with a message', async () => {
    const response = await send('/notes/7', preflight('PATCH', { origin: foreign }))
    expect([response.status, await response.json()]).toEqual([
      403,
      { error: `The origin "${foreign}" is not allowed.` },
    ])
    expect(granted(response)).toEqual([['vary', 'Origin']])
  })

  test('the nearest policy applies to a route', async () => {
    const response = await send(
      '/open',
      preflight('GET', { origin: foreign, 'access-control-request-headers': 'x-other' }),
    )
    expect(granted(response)).toEqual([
      ['access-control-allow-headers', 'X-Key'],
      ['access-control-allow-methods', 'GET, HEAD, OPTIONS'],
      ['access-control-allow-origin', '*'],
      ['access-control-max-age', '3600'],
    ])
    expect(granted(await send('/open', { headers: { authorization: 'Ada' } }))).toEqual([
      ['access-control-allow-origin', '*'],
    ])
    expect(granted(await send('/own', from(shop)))).toEqual([])
    expect(granted(await send('/own', preflight('GET')))).toEqual([])
  })

  test('other OPTIONS requests are unaffected', async () => {
    const response = await send('/notes/7', { method: 'OPTIONS' })
    expect([response.status, response.headers.get('allow')]).toEqual([
      204,
      'GET, HEAD, OPTIONS, PATCH',
    ])
    expect(granted(response)).toEqual([['vary', 'Origin']])
  })

  test('invalid names of requested headers are not repeated', async () => {
    const requestedHeaders = { 'access-control-request-headers': 'x-a; "b"' }
    const response = await send('/notes/7', preflight('PATCH', requestedHeaders))
    expect(response.headers.has('access-control-allow-headers')).toBe(false)
  })
})

/** A custom route decorator. */
class AnswersOptions {
  constructor(private readonly at: string) {}

  httpMethod = () => 'OPTIONS'
  path = () => this.at
  status = () => undefined
}

describe.each(transports)('a route for OPTIONS through %s', (_name, open) => {
  class Calendars {
    @Cors({ origins: shop })
    @Get('/calendars')
    list() {
      return []
    }

    @Post('/calendars')
    add() {
      return 'added'
    }

    @(attribute(AnswersOptions)('/calendars'))
    options() {
      return Reply.text('by hand', { headers: { dav: '1, calendar-access' } })
    }
  }
  const send = useTransport(open, kernelOf([Calendars]).kernel)
  const headersOf = async (headers: Record<string, string>) => {
    const response = await send('/calendars', { method: 'OPTIONS', headers })
    return [
      response.status,
      response.headers.get('dav'),
      response.headers.get('access-control-allow-methods'),
    ]
  }

  test('handles requests that are not preflights, and preflights without a policy', async () => {
    const origin = shop
    expect(await headersOf({})).toEqual([200, '1, calendar-access', null])
    expect(await headersOf({ origin })).toEqual([200, '1, calendar-access', null])
    for (const method of ['GET', 'HEAD']) {
      expect(await headersOf({ origin, 'access-control-request-method': method })).toEqual([
        204,
        null,
        'GET, HEAD, OPTIONS, POST',
      ])
    }
    expect(await headersOf({ origin: foreign, 'access-control-request-method': 'GET' })).toEqual([
      403,
      null,
      null,
    ])
    for (const method of ['POST', 'DELETE', 'TRACE']) {
      expect(await headersOf({ origin, 'access-control-request-method': method })).toEqual([
        200,
        '1, calendar-access',
        null,
      ])
    }
  })
})

test.each([
  ['synchronously', (origin: string) => origin === shop],
  ['asynchronously', (origin: string) => Promise.resolve(origin === shop)],
])('a function allows origins %s, and is not called for null', async (_when, origins) => {
  @Cors({ origins: (origin) => (origin === 'null' ? true : origins(origin)) })
  class Page {
    @Get('/')
    page() {
      return 'page'
    }
  }
  const { kernel } = kernelOf([Page])
  const allowed = async (origin: string) => {
    const response = await kernel.fetch(new Request('http://localhost/', { headers: { origin } }))
    return response.headers.get('access-control-allow-origin')
  }
  expect([await allowed(shop), await allowed(foreign), await allowed('null')]).toEqual([
    shop,
    null,
    null,
  ])
})

test('origins may come from the configuration', async () => {
  @Cors((config) => ({ origins: config.list('ORIGINS') }))
  class Page {
    @Get('/')
    page() {
      return 'page'
    }
  }
  const { kernel } = kernelOf([Page], { config: { ORIGINS: `${shop}, null` } })
  for (const origin of [shop, 'null']) {
    const response = await kernel.fetch(new Request('http://localhost/', { headers: { origin } }))
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  }
})

test.each([
  [
    'https://shop.example/',
    '"https://shop.example/" is not an origin. Write "https://shop.example", as browsers send it.',
  ],
  ['https://shop.example/path', 'Write "https://shop.example"'],
  ['https://Shop.example:443', 'Write "https://shop.example"'],
  ['https://*.Shop.example', 'Write "https://*.shop.example"'],
  [
    'shop.example',
    '"shop.example" is not an origin. Write scheme, host and port, such as "https://shop.example"',
  ],
  ['https://*', '"https://*" is not an origin'],
  ['https://a.*.example', 'is not an origin'],
  ['', '"" is not an origin'],
])('the origin "%s" is an error at boot', (origin, message) => {
  @Cors(() => ({ origins: [origin] }))
  class Page {
    @Get('/')
    page() {
      return 'page'
    }
  }
  expect(() => kernelOf([Page])).toThrow(message)
  expect(() => kernelOf([Page])).toThrow(/^Page \(.*cors\.test\.ts:\d+:\d+\): /)
})

test('every origin with credentials is an error at boot', () => {
  @Cors({ origins: ['*'], credentials: true })
  class Page {
    @Get('/')
    page() {
      return 'page'
    }
  }
  expect(() => kernelOf([Page])).toThrow(
    '@Cors({ origins: "*", credentials: true }) would let every page act on behalf of its visitors',
  )
})

test.each([
  ['*', '@Cors("*") does not have the option origins. Write: @Cors({ origins: "*" }).'],
  [
    [shop],
    `@Cors(["${shop}"]) does not have the option origins. Write: @Cors({ origins: ["${shop}"] }).`,
  ],
  [
    {},
    '@Cors({}) does not have the option origins. Write: @Cors({ origins: ["https://shop.example"] }).',
  ],
])('%j instead of origins is an error at boot', (options, message) => {
  @Cors(options as never)
  class Page {
    @Get('/')
    page() {
      return 'page'
    }
  }
  expect(() => kernelOf([Page])).toThrow(`Page: ${message}`)
})

test('headers that are added around @Cors may be read too', async () => {
  @RateLimit(5, '1m')
  @Conditional()
  @Cors({ origins: shop, expose: ['X-Total'] })
  class Limited {
    @Get('/limited')
    limited() {
      return 'limited'
    }
  }
  const { kernel } = kernelOf([Limited])
  const exposed = async (origin: string) => {
    const request = new Request('http://localhost/limited', { headers: { origin } })
    const response = await kernel.fetch(request, { peer: '203.0.113.7' })
    return response.headers.get('access-control-expose-headers')?.split(', ').toSorted()
  }
  expect(await exposed(shop)).toEqual(['ETag', 'RateLimit', 'RateLimit-Policy', 'X-Total'])
  expect(await exposed(foreign)).toBeUndefined()
})
