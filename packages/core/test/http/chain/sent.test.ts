import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { PassThrough } from 'node:stream'
import {
  Application,
  Get,
  HttpRequest,
  type Middleware,
  type Next,
  type Sent,
  Stage,
  Use,
} from '@fw/core'
import { toLambdaHandler, toLambdaStreamHandler, type LambdaEvent } from '@fw/core/lambda'
import { afterEach, describe, expect, test } from 'vitest'
import { installStreamingRuntime } from '../adapters/contract/lambda-gateways.ts'
import { get, RawClient } from '../adapters/raw-client.ts'
import { transports, kernelOf, startServer, useTransport } from '../serving.ts'

const seen: Sent[] = []
/** Resolves when a request waits for its client to disconnect. */
const waiting = Promise.withResolvers<void>()
afterEach(() => void seen.splice(0))

@Stage('observe')
class Watch implements Middleware {
  handle(request: HttpRequest, next: Next) {
    request.onSent((sent) => seen.push(sent))
    return next()
  }
}

@Application()
@Use(Watch)
class App {}

class Pages {
  @Get('/text')
  text() {
    return 'größer'
  }

  @Get('/nothing')
  nothing() {}

  @Get('/response')
  response() {
    return new Response('größer', { status: 201, headers: { 'x-own': 'yes' } })
  }

  @Get('/events')
  async *events() {
    for (const text of ['a', 'b', 'c']) {
      yield text
      await sleep(5)
    }
  }

  @Get('/breaks')
  breaks() {
    return new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(3))
        controller.error(new Error('in the middle'))
      },
    })
  }

  @Get('/endless')
  async *endless() {
    for (;;) {
      yield 'x'.repeat(1000)
      await sleep(5)
    }
  }

  @Get('/slow')
  async slow(request: HttpRequest) {
    waiting.resolve()
    await once(request.signal, 'abort')
    return 'late'
  }

  @Get('/in-the-method')
  method(request: HttpRequest) {
    request.onSent((sent) => seen.push(sent))
    return 'twice'
  }
}

class FaultyListeners {
  @Get('/')
  page(request: HttpRequest) {
    request.onSent(() => {
      throw new Error('first')
    })
    request.onSent(() => Promise.reject(new Error('second')))
    request.onSent((sent) => seen.push(sent))
    return 'page'
  }
}

const { kernel } = kernelOf([App, Pages])
const whenNotified = () => expect.poll(() => seen).not.toEqual([])

describe.each(transports)('through %s', (_name, open) => {
  const ask = useTransport(open, kernel)

  test.each([
    ['/text', 'GET', 200, 10],
    ['/text', 'HEAD', 200, 0],
    ['/nothing', 'GET', 204, 0],
    ['/response', 'GET', 201, 8],
    ['/events', 'GET', 200, 27],
    ['/nowhere', 'GET', 404, 42],
  ])('%s by %s is reported with status and bytes', async (path, method, status, bytes) => {
    const answer = await ask(path, { method })
    await answer.text()
    await whenNotified()
    expect(seen).toEqual([{ status, bytes, aborted: false }])
  })

  test('a stream that breaks is aborted', async () => {
    await ask('/breaks')
      .then((answer) => answer.text())
      .catch(() => {})
    await whenNotified()
    expect(seen[0]).toMatchObject({ status: 200, aborted: true })
  })

  test('a client that disconnects early is reported, with the bytes so far', async () => {
    const answer = await ask('/endless')
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await reader.cancel()
    await whenNotified()
    expect(seen[0]).toMatchObject({ status: 200, aborted: true })
    expect(seen[0]?.bytes).toBeGreaterThan(999)
  })

  test('a method may add a listener too', async () => {
    await (await ask('/in-the-method')).text()
    await whenNotified()
    expect(seen).toHaveLength(2)
  })
})

test('the same Response is sent without listeners, and keeps its headers with them', async () => {
  const answer = await kernel.fetch(new Request('http://localhost/response'))
  expect([answer.status, answer.headers.get('x-own'), await answer.text()]).toEqual([
    201,
    'yes',
    'größer',
  ])
})

test('a client that disconnects before the response is reported with status 0', async () => {
  const client = await RawClient.connect(await startServer(kernel))
  client.send(get('/slow'))
  await waiting.promise
  client.socket.destroy()
  await whenNotified()
  expect(seen).toEqual([{ status: 0, bytes: 0, aborted: true }])
})

test('an error of a listener is logged, and the others are called', async () => {
  const { kernel: faulty, log } = kernelOf([FaultyListeners])
  const answer = await faulty.fetch(new Request('http://localhost/'))
  expect(await answer.text()).toBe('"page"')
  await expect.poll(() => log.errors).toHaveLength(2)
  expect(log.errors.map((details) => String((details as { error: Error }).error))).toEqual([
    'Error: first',
    'Error: second',
  ])
  expect(seen).toHaveLength(1)
})

describe('on Lambda', () => {
  installStreamingRuntime()
  const event = (rawPath: string): LambdaEvent => ({
    version: '2.0',
    rawPath,
    rawQueryString: '',
    headers: {},
    requestContext: { http: { method: 'GET' } },
  })

  test.each([
    ['/text', 10],
    ['/events', 27],
  ])('%s is reported before it is returned', async (path, bytes) => {
    await toLambdaHandler(kernel)(event(path))
    expect(seen).toEqual([{ status: 200, bytes, aborted: false }])
  })

  test.each([
    ['/text', 10, false],
    ['/events', 27, false],
    ['/breaks', 0, true],
  ])('%s is reported when it was streamed', async (path, bytes, aborted) => {
    const handler = toLambdaStreamHandler(kernel) as (
      given: LambdaEvent,
      stream: PassThrough,
    ) => Promise<void>
    const stream = new PassThrough()
    stream.on('error', () => {}).resume()
    await handler(event(path), stream)
    expect(seen).toEqual([{ status: 200, bytes, aborted }])
  })
})
