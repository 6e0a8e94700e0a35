import { mkdtempSync, rmSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Application,
  Body,
  BodyLimit,
  Conditional,
  Config,
  Container,
  Cors,
  Get,
  HttpError,
  HttpRequest,
  Kernel,
  Logger,
  McpTool,
  MinLength,
  Post,
  RateLimit,
  Router,
  SameOrigin,
  SecurityHeaders,
  Stage,
  StaticFiles,
  Timeout,
  Use,
  type Middleware,
  type Next,
} from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { afterAll, describe, expect, test } from 'vitest'
import { json, RecordedLog, useTransport, transports } from '../serving.ts'

const shop = 'https://shop.example'

@Stage('respond')
class Marks implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next((reply) => reply.withHeader('x-shop', '1'))
  }
}

@Application()
@Use(Marks)
@Cors({ origins: shop, credentials: true })
@SecurityHeaders()
@StaticFiles('/files', 'public', { fallback: 'page.html' })
class Shop {}

class Order {
  constructor(@MinLength(3) readonly name: string) {}
}

class Orders {
  @BodyLimit('64B')
  @Post('/orders')
  create(@Body() order: Order) {
    return order
  }

  @Conditional()
  @Get('/orders/{id}')
  show(id: string) {
    return { id }
  }

  @Get('/missing')
  missing() {
    throw new HttpError(404, 'There is no such order.')
  }

  @RateLimit(1, '1h', { by: () => 'all' })
  @Get('/limited')
  limited() {
    return 'limited'
  }

  @Timeout('20ms')
  @Get('/slow')
  slow() {
    return new Promise<string>((resolve) => setTimeout(() => resolve('late'), 200))
  }

  @Get('/fails')
  fails() {
    throw new Error('secret')
  }

  @SameOrigin()
  @Post('/own')
  own() {}

  @Get('/events')
  async *events() {
    yield 'one'
  }

  @Get('/response')
  response() {
    return new Response('by hand')
  }

  @McpTool('tool', 'A tool.')
  tool() {
    return 'used'
  }
}

const root = mkdtempSync(join(tmpdir(), 'fw-application-level-'))
mkdirSync(join(root, 'public'))
for (const name of ['page.html', 'note.txt']) writeFileSync(join(root, 'public', name), 'a note')
afterAll(() => rmSync(root, { recursive: true, force: true }))

function createShop(): Kernel {
  const container = new Container()
    .instance(Logger, new RecordedLog())
    .instance(Config, Config.of({ FW_REQUEST_ID: 'true' }))
    .boot()
  const router = new Router().register(Shop).register(Orders)
  const tools = new McpRegistry().register(Orders)
  const mcp = new McpServer(tools, new McpDispatcher(container, router))
  return new Kernel(container, router, { mcp, root })
}

const page = { accept: 'text/html' }
const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'tool', arguments: {} },
}

describe.each(transports)('through %s', (_name, open) => {
  const ask = useTransport(open, createShop())

  test.each<[string, number, string, RequestInit?]>([
    ['a route', 200, '/orders/7'],
    ['HEAD', 200, '/orders/7', { method: 'HEAD' }],
    ['an unchanged resource', 304, '/orders/7', { headers: { 'if-none-match': '*' } }],
    ['OPTIONS', 204, '/orders', { method: 'OPTIONS' }],
    ['a malformed path', 400, '/orders/%zz'],
    ['a malformed body', 400, '/orders', json('{')],
    ['a page of another origin', 403, '/own', { method: 'POST' }],
    ['an unknown path', 404, '/nowhere'],
    ['a NotFound error of a method', 404, '/missing'],
    ['an unsupported method', 405, '/orders/7', { method: 'DELETE' }],
    ['a large body', 413, '/orders', json({ name: 'x'.repeat(100) })],
    [
      'an unsupported content encoding',
      415,
      '/orders',
      { ...json('{}'), headers: { 'content-encoding': 'x' } },
    ],
    ['an invalid body', 422, '/orders', json({ name: 'x' })],
    ['a route with a rate limit', 200, '/limited'],
    ['a request over the rate limit', 429, '/limited'],
    ['an unexpected error', 500, '/fails'],
    ['a request that times out', 503, '/slow'],
    ['events', 200, '/events'],
    ['a Response', 200, '/response'],
    ['a file', 200, '/files/note.txt'],
    ['a range of a file', 206, '/files/note.txt', { headers: { range: 'bytes=0-0' } }],
    ['a range outside the file', 416, '/files/note.txt', { headers: { range: 'bytes=99-' } }],
    ['the fallback page', 200, '/files/any', { headers: page }],
    ['a missing file', 404, '/files/gone.txt'],
    ['/docs', 200, '/docs', { headers: page }],
    ['/openapi.json', 200, '/openapi.json'],
    ['/mcp', 200, '/mcp', json(call)],
    ['/mcp with an unsupported method', 405, '/mcp'],
    ['/mcp with an unsupported media type', 415, '/mcp', { method: 'POST', body: 'text' }],
  ])(
    '%s (%i) has the headers that the application adds',
    async (_what, status, path, init = {}) => {
      const origin = path === '/own' || path === '/mcp' ? undefined : shop
      const given: Record<string, string> = {
        ...(init.headers as Record<string, string>),
        ...(origin && { origin }),
      }
      if (path === '/own') given['sec-fetch-site'] = 'cross-site'
      const answer = await ask(path, { ...init, headers: given })
      await answer.text()
      const { headers } = answer
      expect(answer.status).toBe(status)
      expect({
        shop: headers.get('x-shop'),
        sniffing: headers.get('x-content-type-options'),
        id: headers.get('x-request-id')?.length,
        origin: headers.get('access-control-allow-origin'),
        varies: headers.get('vary')?.includes('Origin'),
      }).toEqual({
        shop: '1',
        sniffing: 'nosniff',
        id: 36,
        origin: origin ?? null,
        varies: true,
      })
    },
  )
})
