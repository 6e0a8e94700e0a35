import { Get, Post, Timeout, type HttpRequest } from '@fw/core'
import { serve } from '@fw/core/deno'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { kernelOf } from '../serving.ts'

type Handler = (request: Request, info: object) => Response | Promise<Response>

interface Options {
  readonly port: number
  readonly hostname: string
}

/** Set before the modules of the framework are loaded, because they detect the platform when they are loaded. */
const { serveOn, shutdown } = vi.hoisted(() => {
  const shutdown = vi.fn<() => Promise<void>>(async () => {})
  const serveOn = vi.fn((_options: object, _handler: unknown) => ({ addr: { port: 7 }, shutdown }))
  Object.assign(globalThis, { Deno: { serve: serveOn } })
  return { serveOn, shutdown }
})

afterEach(() => void vi.clearAllMocks())

class Shop {
  @Get('/')
  home() {
    return { page: 'home' }
  }

  @Get('/a/b')
  nested() {
    return { page: 'nested' }
  }

  @Get('/nothing', { status: 204 })
  nothing() {}

  @Get('/lines')
  async *lines() {
    yield 'one'
  }

  @Get('/address')
  address(request: Request) {
    return request.url
  }

  @Post('/size')
  async size(request: Request) {
    return (await request.text()).length
  }

  @Timeout('20ms')
  @Post('/paused')
  async paused(request: HttpRequest): Promise<void> {
    reading.resolve(request.passBytes(10, () => firstChunk.promise))
    await reading.promise
  }
}

const firstChunk = Promise.withResolvers<void>()
const reading = Promise.withResolvers<void>()

const { kernel } = kernelOf([Shop])

/** The key of the object in which Deno keeps the head of a request. */
const innerRequest = Symbol('request')

/** The options and the handler that `Deno.serve` receives. */
async function start(options = {}) {
  const server = await serve(kernel, options)
  const [received, handler] = serveOn.mock.lastCall as unknown as [Options, Handler]
  return { server, received, handler }
}

/** Sends a request whose URL and host are as Deno reports them. */
async function send(url: string, init: RequestInit = {}, host?: string): Promise<Response> {
  const { handler } = await start()
  const request = new Request('http://localhost/', init)
  Object.defineProperty(request, 'url', { value: url })
  const header = (name: string) => (name === 'host' ? host : null)
  Object.assign(request, { [innerRequest]: host === undefined ? {} : { header } })
  return handler(request, { remoteAddr: { hostname: '127.0.0.1' } })
}

test('the server listens on the given port and host', async () => {
  const { server, received } = await start({ port: 5, host: '127.0.0.1' })
  expect(received).toMatchObject({ port: 5, hostname: '127.0.0.1' })
  expect(server.port).toBe(7)
})

test('the server closes when no requests are in flight', async () => {
  const stopped = Promise.withResolvers<void>()
  shutdown.mockReturnValueOnce(stopped.promise)
  const { server } = await start()
  const closed = server.close()
  expect(await Promise.race([closed, 'still open'])).toBe('still open')
  stopped.resolve()
  await closed
})

test('the server does not wait longer than its time limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { server } = await start({ shutdownTimeout: 3000 })
    await server.close()
    expect(vi.getTimerCount()).toBe(0)
    shutdown.mockReturnValueOnce(new Promise(() => {}))
    const { server: busy } = await start({ shutdownTimeout: 3000 })
    const closed = busy.close()
    vi.advanceTimersByTime(2999)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1)
    await closed
  } finally {
    vi.useRealTimers()
  }
})

describe('the host of a request', () => {
  const refused = {
    error: 'A request must have a single valid Host header, such as "shop.example:8080".',
  }

  test.each([
    ['http://shop.example/', 'home'],
    ['http://shop.example:80/', 'home'],
    ['https://shop.example/', 'home'],
  ])('is taken from the URL %s', async (url, page) => {
    expect(await (await send(url)).json()).toEqual({ page })
  })

  test.each(['http://a b/', 'ftp://shop.example/', 'http://a|b/'])(
    'in %s is refused',
    async (url) => {
      const response = await send(url)
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual(refused)
    },
  )

  test('is read from the header if the path has several slashes or is empty', async () => {
    for (const url of ['http://shop.example/a/b', 'http://shop.example']) {
      expect((await send(url, {}, 'shop.example')).status).toBe(200)
      expect((await send(url, {}, 'a b')).status).toBe(400)
    }
  })

  test('of a request that code has created is read from its headers', async () => {
    expect((await send('http://shop.example/a/b', { headers: { host: 'a.b' } })).status).toBe(200)
    expect((await send('http://shop.example/a/b', { headers: { host: 'a b' } })).status).toBe(400)
  })
})

test('a HEAD response has no length if that of GET is unknown', async () => {
  const head = (path: string) => send(`http://localhost${path}`, { method: 'HEAD' })
  const streamed = await head('/lines')
  expect(streamed.body).not.toBeNull()
  expect(await streamed.text()).toBe('')
  const known = await head('/')
  expect([known.headers.get('content-length'), known.body]).toEqual(['15', null])
  expect((await head('/nothing')).body).toBeNull()
})

test('OPTIONS * lists the methods of the server, and is no preflight', async () => {
  const response = await send('http://localhost/*', { method: 'OPTIONS' })
  expect([response.status, response.headers.get('allow')]).toEqual([
    204,
    'GET, HEAD, OPTIONS, POST',
  ])
  const headers = { 'access-control-request-method': 'GET' }
  expect((await send('http://localhost/*', { method: 'OPTIONS', headers })).status).toBe(404)
  expect((await send('http://localhost/*')).status).toBe(404)
})

test('a body is read, and one with a transfer coding is refused', async () => {
  const post = { method: 'POST', body: 'four' }
  expect(await (await send('http://localhost/size', post)).json()).toBe(4)
  const headers = { 'transfer-encoding': 'gzip, chunked' }
  expect((await send('http://localhost/size', { ...post, headers })).status).toBe(501)
})

test('a read that begins after the response is rejected if nothing arrives', async () => {
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new Uint8Array(1)),
    pull: () => new Promise(() => {}),
  })
  const init = { method: 'POST', body, duplex: 'half' } as const
  expect((await send('http://localhost/paused', init)).status).toBe(503)
  firstChunk.resolve()
  await expect(reading.promise).rejects.toThrow('ended before its body was complete')
})
