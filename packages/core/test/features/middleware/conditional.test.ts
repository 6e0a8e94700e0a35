import {
  Application,
  Compress,
  Conditional,
  Container,
  Get,
  HttpRequest,
  McpTool,
  Post,
  Reply,
  Router,
  Stage,
  Use,
  type Middleware,
  type Next,
} from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { describe, expect, test } from 'vitest'
import { transports, kernelOf, useTransport } from '../../http/serving.ts'
import { expectLinearTime } from '../../support/linear-time.ts'

@Stage('respond')
class Dress implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next((reply) => reply.withHeader('x-dressed', String(reply.status)))
  }
}

@Application()
@Conditional('private, max-age=5')
@Use(Dress)
class App {}

let visits = 0

class Pages {
  @Get('/data')
  data() {
    visits += 1
    return { text: 'wörld' }
  }

  @Get('/text')
  text(request: HttpRequest) {
    return Reply.text(request.query, {
      headers: { 'content-language': 'en', vary: 'Cookie', 'set-cookie': 'a=1' },
    })
  }

  @Get('/bytes')
  bytes() {
    return Reply.bytes(new Uint8Array([1, 2, 3]), { contentType: 'image/x-own', filename: 'a.bin' })
  }

  @Get('/own')
  own() {
    return Reply.json({}, { headers: { ETag: 'W/"own"', 'Cache-Control': 'no-store' } })
  }

  @Get('/comma')
  comma() {
    return Reply.json({}, { headers: { etag: '"a,b"' } })
  }

  @Get('/dated')
  dated() {
    return Reply.json({}, { headers: { 'last-modified': 'Sun, 01 Nov 2026 10:00:00 GMT' } })
  }

  @Get('/other', { status: 203 })
  other() {
    return 'other'
  }

  @Get('/gone')
  gone() {
    return Reply.error(410, 'It is gone.')
  }

  @Get('/nothing')
  nothing(): void {}

  @Get('/response')
  response() {
    return new Response('streamed')
  }

  @Get('/events')
  async *events(): AsyncIterable<number> {
    yield 1
  }

  @Get('/both')
  @Post('/both')
  both() {
    return 'both'
  }

  @Conditional()
  @Get('/silent')
  silent() {
    return 'silent'
  }

  @Conditional((config) => config.string('CACHE'))
  @Get('/configured')
  configured() {
    return 'configured'
  }

  @Conditional(false)
  @Get('/off')
  off() {
    return 'off'
  }

  @Compress({ threshold: 0 })
  @Get('/compressed')
  compressed() {
    return 'compressed'
  }
}

const config = { CACHE: 'public, max-age=60, stale-while-revalidate=30' }
const { kernel } = kernelOf([App, Pages], { config })

describe.each(transports)('through %s', (_name, open) => {
  const send = useTransport(open, kernel)
  const tagOf = async (path: string) => (await send(path)).headers.get('etag') as string

  test('a response of data, text or bytes has a strong ETag, and a client that sends it gets 304', async () => {
    for (const path of ['/data', '/text?a', '/bytes']) {
      const tag = await tagOf(path)
      expect(tag).toMatch(/^"[\w-]{43}"$/)
      const repeated = await send(path, { headers: { 'if-none-match': tag } })
      expect([repeated.status, await repeated.text()]).toEqual([304, ''])
      expect(await tagOf(path)).toBe(tag)
    }
    expect(await tagOf('/text?b')).not.toBe(await tagOf('/text?a'))
  })

  test('the method runs each time, because the ETag is computed from its result', async () => {
    const tag = await tagOf('/data')
    const before = visits
    await send('/data', { headers: { 'if-none-match': tag } })
    expect(visits).toBe(before + 1)
  })

  test.each([
    ['*', 304],
    ['W/$', 304],
    ['"other", $', 304],
    ['"other",W/$', 304],
    ['"other"', 200],
    ['"other", *', 200],
    ['"other,*,x"', 200],
    ['nonsense', 200],
    ['', 200],
  ])('If-None-Match %s is %i', async (list, status) => {
    const tag = await tagOf('/data')
    const headers = { 'if-none-match': list.replace('$', tag) }
    const response = await send('/data', { headers })
    expect(response.status).toBe(status)
    await response.body?.cancel()
  })

  test('304 has the headers of the response, except those of the content', async () => {
    const headers = { 'if-none-match': await tagOf('/text?a') }
    const repeated = await send('/text?a', { headers })
    const names = [...repeated.headers.keys()].filter(
      (name) => !['date', 'connection', 'keep-alive'].includes(name),
    )
    expect(names).toEqual(['cache-control', 'etag', 'set-cookie', 'vary', 'x-dressed'])
    expect(repeated.headers.get('x-dressed')).toBe('304')
  })

  test('HEAD is handled like GET', async () => {
    const head = await send('/data', { method: 'HEAD' })
    const tag = head.headers.get('etag') as string
    expect(tag).toBe(await tagOf('/data'))
    const repeated = await send('/data', { method: 'HEAD', headers: { 'if-none-match': tag } })
    expect(repeated.status).toBe(304)
  })

  test('Cache-Control is added if it is missing', async () => {
    const cacheControl = async (path: string) => (await send(path)).headers.get('cache-control')
    expect(await cacheControl('/data')).toBe('private, max-age=5')
    expect(await cacheControl('/own')).toBe('no-store')
    expect(await cacheControl('/silent')).toBeNull()
    expect(await cacheControl('/configured')).toBe(config.CACHE)
  })

  test('a response with its own ETag keeps it', async () => {
    expect(await tagOf('/own')).toBe('W/"own"')
    const repeated = await send('/own', { headers: { 'if-none-match': '"own"' } })
    expect(repeated.status).toBe(304)
    const listed = await send('/comma', { headers: { 'if-none-match': '"other", "a,b"' } })
    expect(listed.status).toBe(304)
  })

  test('the Last-Modified of a response is compared too, and If-Match', async () => {
    const fetchDated = async (headers: Record<string, string>) => {
      const response = await send('/dated', { headers })
      await response.body?.cancel()
      return response.status
    }
    expect(await fetchDated({ 'if-modified-since': 'Sun, 01 Nov 2026 10:00:00 GMT' })).toBe(304)
    expect(await fetchDated({ 'if-modified-since': 'Sun, 01 Nov 2026 09:00:00 GMT' })).toBe(200)
    expect(await fetchDated({ 'if-modified-since': 'nonsense' })).toBe(200)
    for (const date of ['2030', '2030-01-01T00:00:00Z', 'Sun, 06 Jan 2030 10:00:00']) {
      expect(await fetchDated({ 'if-modified-since': date })).toBe(200)
    }
    expect(await fetchDated({ 'if-modified-since': 'Sun Nov  1 10:00:00 2026' })).toBe(304)
    expect(await fetchDated({ 'if-match': await tagOf('/dated') })).toBe(200)
    expect(await fetchDated({ 'if-match': '"other"' })).toBe(412)
  })

  test('If-Match never matches a weak ETag, except the weak form of a strong one', async () => {
    const statusOf = async (path: string, tag: string) => {
      const response = await send(path, { headers: { 'if-match': tag } })
      await response.body?.cancel()
      return response.status
    }
    expect(await statusOf('/comma', '"other", W/"a,b"')).toBe(200)
    expect(await statusOf('/own', 'W/"own"')).toBe(412)
    expect(await statusOf('/own', '"own"')).toBe(412)
    expect(await statusOf('/own', '*')).toBe(200)
  })

  test.each([
    ['a response with another status', '/other'],
    ['an error response', '/gone'],
    ['a 204 response', '/nothing'],
    ['a Response', '/response'],
    ['events', '/events'],
    ['an unknown route', '/unknown'],
    ['a route with Conditional disabled', '/off'],
  ])('%s is unchanged', async (_what, path) => {
    const response = await send(path, { headers: { 'if-none-match': '*' } })
    expect(response.headers.get('etag')).toBeNull()
    expect(response.headers.get('cache-control') ?? 'no-cache').toBe('no-cache')
    expect(response.status).not.toBe(304)
    await response.body?.cancel()
  })

  test('POST is unaffected', async () => {
    const response = await send('/both', { method: 'POST', headers: { 'if-none-match': '*' } })
    expect([response.status, response.headers.get('etag')]).toEqual([200, null])
    expect(await tagOf('/both')).toMatch(/^"/)
  })

  test('a compressed response has the weak form of the ETag, and matches it', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const first = await send('/compressed', { headers })
    const tag = first.headers.get('etag') as string
    await first.body?.cancel()
    expect(tag).toMatch(/^W\/"/)
    const repeated = await send('/compressed', { headers: { ...headers, 'if-none-match': tag } })
    expect([repeated.status, repeated.headers.get('etag')]).toEqual([304, tag])
    const plain = await send('/compressed', { headers: { 'accept-encoding': 'identity' } })
    expect(`W/${plain.headers.get('etag')}`).toBe(tag)
  })
})

test('the document has 304 for methods that can send it', async () => {
  const { document } = await kernel.describe()
  const statusesOf = (path: string, method = 'get') =>
    Object.keys(document.paths[path]?.[method]?.responses ?? {})
  expect(statusesOf('/data')).toContain('304')
  expect(statusesOf('/both')).toContain('304')
  for (const path of ['/other', '/nothing', '/events', '/off']) {
    expect(statusesOf(path)).not.toContain('304')
  }
  expect(statusesOf('/both', 'post')).not.toContain('304')
})

test.each([
  [
    'max-age = 5',
    '"max-age = 5" is not a valid Cache-Control. Write one such as "private, max-age=60".',
  ],
  ['public; max-age=5', '"public; max-age=5" is not a valid Cache-Control'],
  ['public\r\nx-evil: 1', 'is not a valid Cache-Control'],
  ['public,', '"public," is not a valid Cache-Control'],
])('Conditional(%j) is an error at boot', (cacheControl, message) => {
  class Page {
    @Conditional(cacheControl)
    @Get('/')
    page() {
      return 'page'
    }
  }
  expect(() => kernelOf([Page])).toThrow(message)
})

test('@Conditional on a method that does not handle GET is an error at boot', () => {
  class Page {
    @Conditional()
    @Post('/')
    page() {
      return 'page'
    }
  }
  expect(() => kernelOf([Page])).toThrow(
    /^Page\.page \(.*\): @Conditional is on a method that does not handle GET\. Remove it\.$/,
  )
})

test('a long list of tags is read in linear time', async () => {
  await expectLinearTime(async (size) => {
    const headers = { 'if-none-match': '"a",'.repeat(size) + ' '.repeat(size) + '"b"' }
    const request = new Request('http://localhost/data', { headers })
    expect((await kernel.fetch(request)).status).toBe(200)
  }, 2000)
})

test('agents call a method that is also a tool as without it', async () => {
  @Conditional()
  @Compress()
  class Books {
    @McpTool('count_books', 'Counts the books.')
    @Get('/books')
    count() {
      return 7
    }
  }
  const { kernel: mixed } = kernelOf([Books])
  expect((await mixed.fetch(new Request('http://localhost/books'))).headers.has('etag')).toBe(true)
  const dispatcher = new McpDispatcher(new Container().boot(), new Router())
  expect(() => new McpServer(new McpRegistry().register(Books), dispatcher)).not.toThrow()
})
