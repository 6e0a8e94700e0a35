import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Get, HttpError, Reply, SseEvent, ValidationFailed } from '@fw/core'
import { serve } from '@fw/core/node'
import { describe, expect, test } from 'vitest'
import { get, RawClient } from '../adapters/raw-client.ts'
import { transports, kernelOf, useTransport } from '../serving.ts'

const seen: string[] = []

class Disposable {
  constructor(readonly request: Request) {}

  [Symbol.dispose](): void {
    seen.push('disposed')
  }
}

class Streams {
  @Get('/events')
  async *events() {
    yield 'one\ntwo\r\nthree'
    yield { n: 1, big: 5n }
    yield new SseEvent('named', { event: 'tick', id: '7', retry: 100 })
    yield new SseEvent('')
    yield null
  }

  @Get('/bytes')
  bytes() {
    return new Blob(['a stream of ', 'bytes']).stream()
  }

  @Get('/texts')
  texts() {
    return new ReadableStream({
      start(controller) {
        controller.enqueue('grüße')
        controller.enqueue(new Uint8Array([33]))
        controller.close()
      },
    })
  }

  @Get('/readable', { status: 203 })
  readable() {
    return Readable.from(['a ', 'node ', 'stream'])
  }

  @Get('/typed')
  async typed() {
    return new Reply(200, ['content-type', 'text/csv'], new Blob(['a;b']).stream())
  }

  @Get('/endless')
  async *endless() {
    try {
      for (let count = 0; ; count += 1) {
        yield 'x'.repeat(1000)
        if (count % 100 === 0) await sleep(1)
        seen.push('yielded')
      }
    } finally {
      seen.push('ended')
    }
  }

  @Get('/waits')
  async *waits(signal: AbortSignal) {
    yield 'ready'
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    seen.push('aborted')
  }

  @Get('/fails')
  async *fails() {
    yield 'one'
    throw new Error('in the middle')
  }

  @Get('/refuses')
  async *refuses() {
    yield 'one'
    throw new HttpError(409, 'Enough.')
  }

  @Get('/invalid')
  async *invalid() {
    yield 'one'
    throw new ValidationFailed({ page: ['is the last.'] })
  }

  @Get('/throws-when-aborted/{error}')
  async *throwsWhenAborted(error: string, signal: AbortSignal) {
    yield 'ready'
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    if (error === 'reason') signal.throwIfAborted()
    throw error === 'named' ? new DOMException('Ended.', 'AbortError') : new Error('by chance')
  }

  @Get('/wrong')
  wrong() {
    return new ReadableStream({
      pull(controller) {
        controller.enqueue(42)
      },
      cancel() {
        seen.push('cancelled')
      },
    })
  }
}

class Scoped {
  constructor(private readonly service: Disposable) {}

  @Get('/scoped-stream')
  async *stream() {
    yield new URL(this.service.request.url).pathname
    seen.push('streamed')
  }

  @Get('/scoped-response')
  response() {
    return new Response('a web response', { headers: { 'x-kept': '1' } })
  }

  @Get('/scoped-data')
  data() {
    seen.push('called')
    return true
  }

  @Get('/scoped-error')
  async error(): Promise<void> {
    seen.push('called')
    throw new Error('no')
  }

  @Get('/scoped-endless')
  async *endless() {
    for (;;) yield 'x'.repeat(10_000)
  }
}

describe.each(transports)('through %s', (_, open) => {
  const { kernel, log } = kernelOf([Streams, Scoped])
  const ask = useTransport(open, kernel)

  test('an async iterable is a stream of events', async () => {
    const response = await ask('/events')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.text()).toBe(
      'data: one\ndata: two\ndata: three\n\n' +
        'data: {"n":1,"big":5}\n\n' +
        'event: tick\nid: 7\nretry: 100\ndata: named\n\n' +
        'data: \n\n' +
        'data: null\n\n',
    )
  })

  test('a ReadableStream or a stream of Node is sent as bytes', async () => {
    for (const [path, status, text] of [
      ['/bytes', 200, 'a stream of bytes'],
      ['/texts', 200, 'grüße!'],
      ['/readable', 203, 'a node stream'],
    ] as const) {
      const response = await ask(path)
      expect(response.headers.get('content-type')).toBe('application/octet-stream')
      expect([response.status, await response.text()]).toEqual([status, text])
    }
    const typed = await ask('/typed')
    expect([typed.headers.get('content-type'), await typed.text()]).toEqual(['text/csv', 'a;b'])
  })

  test('events arrive as they are sent', async () => {
    const response = await ask('/waits')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect(await reader?.read()).toEqual({ done: false, value: 'data: ready\n\n' })
    await reader?.cancel()
  })

  test('a client that does not read pauses the source, and one that disconnects ends it', async () => {
    seen.length = 0
    const response = await ask('/endless')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    // Until the buffers on the way are full.
    let yielded = -1
    while (yielded !== seen.length) {
      yielded = seen.length
      await sleep(500)
    }
    await reader.cancel()
    await expect.poll(() => seen.at(-1)).toBe('ended')
  })

  test('a source that fails aborts the response, and is logged', async () => {
    log.errors.length = 0
    const response = await ask('/fails')
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    await expect.poll(() => log.errors).toMatchObject([{ error: { message: 'in the middle' } }])
  })

  test('the error for a stream of other values lists the supported ones', async () => {
    log.errors.length = 0
    seen.length = 0
    await expect(ask('/wrong').then((response) => response.text())).rejects.toThrow()
    await expect
      .poll(() => log.errors)
      .toMatchObject([
        { error: { message: 'A stream returned number. It can send strings and Uint8Array.' } },
      ])
    expect(seen).toEqual(['cancelled'])
  })

  test('HEAD ends the stream that it does not send', async () => {
    seen.length = 0
    const response = await ask('/scoped-endless', { method: 'HEAD' })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    await expect.poll(() => seen).toEqual(['disposed'])
  })

  test('request-scoped services are disposed after the response, and those of a stream after the stream', async () => {
    for (const [path, expected] of [
      ['/scoped-data', ['called', 'disposed']],
      ['/scoped-error', ['called', 'disposed']],
      ['/scoped-stream', ['streamed', 'disposed']],
      ['/scoped-response', ['disposed']],
    ] as const) {
      seen.length = 0
      const response = await ask(path)
      await response.text()
      await expect.poll(() => seen).toEqual(expected)
      if (path === '/scoped-response') expect(response.headers.get('x-kept')).toBe('1')
    }
    seen.length = 0
    const endless = await ask('/scoped-endless')
    const reader = (endless.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    expect(seen).toEqual([])
    await reader.cancel()
    await expect.poll(() => seen).toEqual(['disposed'])
  })
})

test('the signal of a request ends a source that waits', async () => {
  const { kernel } = kernelOf([Streams])
  const abort = new AbortController()
  const request = new Request('http://localhost/waits', { signal: abort.signal })
  const response = await kernel.fetch(request)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  seen.length = 0
  const next = reader.read()
  await sleep(10)
  abort.abort()
  expect(await next).toMatchObject({ done: true })
  expect(seen).toEqual(['aborted'])
})

test('an error that the client may see is the last event', async () => {
  const { kernel, log } = kernelOf([Streams])
  const lastEventOf = async (path: string) =>
    (await kernel.fetch(new Request(`http://localhost${path}`))).text()
  expect(await lastEventOf('/refuses')).toBe(
    'data: one\n\nevent: fw:error\ndata: {"status":409,"body":{"error":"Enough."}}\n\n',
  )
  expect(await lastEventOf('/invalid')).toBe(
    'data: one\n\nevent: fw:error\ndata: {"status":422,"body":{"errors":{"page":["is the last."]}}}\n\n',
  )
  expect(log.errors).toEqual([])
})

test.each([
  ['reason', []],
  ['named', []],
  ['other', [{ error: { message: 'by chance' } }]],
])('a server that closes ends event streams: %s', async (error, logged) => {
  const { kernel, log } = kernelOf([Streams])
  const { port, close } = await serve(kernel, { port: 0, host: '127.0.0.1' })
  const client = await RawClient.connect(port)
  client.send(get(`/throws-when-aborted/${error}`))
  await client.until(/ready/)
  await close()
  const received = await client.untilClosed()
  expect(received.endsWith('\r\n0\r\n\r\n')).toBe(logged.length === 0)
  expect(log.errors).toMatchObject(logged)
})

test('names of events that begin with "fw:" are reserved', () => {
  expect(() => new SseEvent('x', { event: 'fw:error' })).toThrow(
    'SseEvent: the event "fw:error" begins with "fw:", which is reserved. Use another name.',
  )
})

test('an event name or id with several lines throws', () => {
  expect(() => new SseEvent('x', { event: 'a\nb' })).toThrow(
    'SseEvent: event must not contain line breaks or NUL: "a\\nb".',
  )
  expect(() => new SseEvent('x', { id: 'a\r' })).toThrow(
    'SseEvent: id must not contain line breaks or NUL: "a\\r".',
  )
})
