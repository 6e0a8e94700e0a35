import { Get } from '@fw/core'
import { serve } from '@fw/core/bun'
import { afterEach, expect, test, vi } from 'vitest'
import { kernelOf } from '../serving.ts'

type Handler = (request: Request, server: object) => Response | Promise<Response>

interface Options {
  readonly port: number
  readonly hostname: string
  readonly idleTimeout: number
  readonly fetch: Handler
}

/** Set before the modules of the framework are loaded, because they detect the platform when they are loaded. */
const { serveOn, stop } = vi.hoisted(() => {
  const stop = vi.fn<(closesActive: boolean) => Promise<void>>(async () => {})
  const serveOn = vi.fn((_options: object) => ({ port: 7, stop }))
  Object.assign(globalThis, { Bun: { serve: serveOn } })
  return { serveOn, stop }
})

afterEach(() => void vi.clearAllMocks())

class Shop {
  @Get('/')
  home() {
    return { page: 'home' }
  }

  @Get('/own')
  own() {
    return { toJSON: () => ({ page: 'own' }) }
  }

  @Get('/empty')
  empty() {
    return { toJSON: () => undefined }
  }

  @Get('/lines')
  async *lines() {
    yield 'one'
  }

  @Get('/address')
  address(request: Request) {
    return request.url
  }
}

const { kernel } = kernelOf([Shop])

/** The options that `Bun.serve` receives. */
async function start(options = {}) {
  const server = await serve(kernel, options)
  const [received] = serveOn.mock.lastCall as unknown as [Options]
  return { server, received }
}

/** Sends a request whose URL is as Bun reports it. */
async function send(url: string, headers = {}, info: object = {}): Promise<Response> {
  const { received } = await start()
  const request = new Request('http://localhost/', { headers })
  Object.defineProperty(request, 'url', { value: url })
  return received.fetch(request, info)
}

test('the server listens on the given port and host', async () => {
  const { server, received } = await start({ port: 5, host: '127.0.0.1' })
  expect(received).toMatchObject({ port: 5, hostname: '127.0.0.1', development: false })
  expect(server.port).toBe(7)
})

test.each([
  [undefined, 255],
  [1000, 5],
  [1001, 6],
  [300_000, 255],
])('an idle timeout of %s ms is %i s for Bun', async (idleTimeout, seconds) => {
  const { received } = await start(idleTimeout === undefined ? {} : { idleTimeout })
  expect(received.idleTimeout).toBe(seconds)
})

test('the server waits for requests in flight up to its time limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const stopped = Promise.withResolvers<void>()
    stop.mockReturnValueOnce(stopped.promise)
    const { server } = await start({ shutdownTimeout: 3000 })
    const closed = server.close()
    vi.advanceTimersByTime(2999)
    expect(stop.mock.calls).toEqual([[false]])
    vi.advanceTimersByTime(1)
    expect(stop.mock.calls).toEqual([[false], [true]])
    stopped.resolve()
    await closed
    const { server: idle } = await start({ shutdownTimeout: 3000 })
    await idle.close()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('JSON has no charset, and a value with toJSON is written by it', async () => {
  for (const [path, text] of [
    ['/', '{"page":"home"}'],
    ['/own', '{"page":"own"}'],
    ['/empty', 'null'],
  ]) {
    const response = await send(`http://localhost${path}`)
    expect(await response.text()).toBe(text)
    expect(response.headers.get('content-type')).toBe('application/json')
  }
})

test('a stream has no idle limit, and other responses keep it', async () => {
  const timeout = vi.fn()
  expect(await (await send('http://localhost/', {}, { timeout })).text()).toBe('{"page":"home"}')
  expect(timeout).not.toHaveBeenCalled()
  expect(await (await send('http://localhost/lines', {}, { timeout })).text()).toContain('one')
  expect(timeout.mock.calls).toEqual([[expect.any(Request), 0]])
})

test('a URL that is only a path gets the host of the request, or is refused', async () => {
  const urlOf = async (headers: object) => (await send('/address?a=1', headers)).json()
  expect(await urlOf({ host: 'shop.example' })).toBe('http://shop.example/address?a=1')
  expect(await urlOf({})).toBe('http://localhost/address?a=1')
  expect((await send('/address', { host: 'a b' })).status).toBe(400)
})
