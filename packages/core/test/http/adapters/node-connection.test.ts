import { setTimeout as sleep } from 'node:timers/promises'
import { Body, Get, Post } from '@fw/core'
import { serve } from '@fw/core/node'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { kernelOf, startServer } from '../serving.ts'
import { get, post, RawClient } from './raw-client.ts'

const seen: string[] = []

class Site {
  @Get('/alive')
  alive() {
    return 'yes'
  }

  @Get('/slow')
  async slow() {
    await sleep(100)
    return 'slow'
  }

  @Get('/request')
  request(request: Request) {
    return request.url
  }

  @Post('/size')
  size(@Body() value: unknown) {
    seen.push('called')
    return JSON.stringify(value).length
  }

  @Post('/unread')
  unread() {
    return 'unread'
  }

  @Post('/scoped')
  async scoped(request: Request, signal: AbortSignal) {
    seen.push('called')
    try {
      return (await request.text()).length
    } catch (error) {
      seen.push(signal.aborted ? 'aborted' : String(error))
      throw error
    }
  }

  @Get('/waits')
  async waits(signal: AbortSignal) {
    seen.push('waiting')
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    seen.push('aborted')
    return 'too late'
  }
}

const ok = /HTTP\/1\.1 200 OK[\s\S]*"yes"$/

async function start() {
  const { kernel, log } = kernelOf([Site], { maxBodyBytes: 10_000 })
  return { port: await startServer(kernel), log }
}

describe('input that is not HTTP', () => {
  const refusals: Record<
    string,
    readonly [sent: string | Uint8Array, status: number, error: string]
  > = {
    'another protocol': [
      new Uint8Array([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]),
      400,
      'The request is not valid HTTP.',
    ],
    'a request line alone': ['HELLO\r\n\r\n', 400, 'The request is not valid HTTP.'],
    'a space in a header name': [
      get('/alive', 'X y: 1\r\n'),
      400,
      'The request is not valid HTTP.',
    ],
    'a control character in a header': [
      get('/alive', 'X: a\u0000b\r\n'),
      400,
      'The request is not valid HTTP.',
    ],
    'a length and an encoding': [
      post('/size', '{}', 'Transfer-Encoding: chunked\r\n'),
      400,
      'The request is not valid HTTP.',
    ],
    'a wish for a tunnel': [
      'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n',
      400,
      'CONNECT is not supported: this server is not a proxy.',
    ],
    'a path of 100 kB': [
      get(`/${'x'.repeat(100_000)}`),
      414,
      'The request target is over 16384 bytes.',
    ],
    'headers of 20 kB': [
      get('/alive', `X: ${'x'.repeat(20_000)}\r\n`),
      431,
      'The request line and headers are over 16384 bytes.',
    ],
    'a chunk without a size': [
      'POST /size HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'The request is not valid HTTP.',
    ],
  }

  test.each(Object.entries(refusals))(
    '%s has a clear response',
    async (_, [sent, status, error]) => {
      const { port, log } = await start()
      const client = await RawClient.connect(port)
      const answer = await client.send(sent).untilClosed()
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(answer).toContain('Connection: close')
      expect(answer).toMatch(/^Date: .* GMT\r$/m)
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ error })
      const next = await RawClient.connect(port)
      expect(await next.send(get('/alive')).until(/"yes"/)).toMatch(ok)
      expect(log.errors).toEqual([])
    },
  )

  test('after a request does not affect the response to it', async () => {
    const { port } = await start()
    const client = await RawClient.connect(port)
    client.send(get('/alive'))
    await client.until(/"yes"/)
    expect(await client.send('nonsense\r\n\r\n').untilClosed()).toMatch(/"yes"HTTP\/1\.1 400 /)
    const other = await RawClient.connect(port)
    const answer = await other.send(`${get('/slow')}nonsense\r\n\r\n`).untilClosed()
    expect(answer).toMatch(/"slow"HTTP\/1\.1 400 /)
  })

  test('in the body of the last request gets no second response', async () => {
    const { port } = await start()
    for (const path of ['/unread', '/gone']) {
      const client = await RawClient.connect(port)
      client.send(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n`,
      )
      expect(await client.untilClosed()).toMatch(/^HTTP\/1\.1 (?:200|404) (?![^]*HTTP\/1\.1)/)
    }
  })

  test('after the last request of a connection is dropped', async () => {
    const { port } = await start()
    for (const more of ['\r\n', 'nonsense', get('/alive')]) {
      const client = await RawClient.connect(port)
      const sent = get('/slow', 'Connection: close\r\n') + more
      expect(await client.send(sent).untilClosed()).toMatch(/^HTTP\/1\.1 200 [^"]*"slow"$/)
    }
  })
})

describe('a connection', () => {
  test('accepts every form of a request target', async () => {
    const { port } = await start()
    const client = await RawClient.connect(port)
    const send = (target: string) =>
      client.send(`GET ${target} HTTP/1.1\r\nHost: a.example\r\n\r\n`)
    await send('http://b.example/request?x=1').until(/"http:\/\/b\.example\/request\?x=1"$/)
    await send('http://b.example').until(/No route matches GET \/\.[^\n]*$/)
    client.send('OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n')
    await client.until(
      /HTTP\/1\.1 204 No Content\r\nAllow: GET, HEAD, OPTIONS, POST\r\n[^{]*\r\n\r\n$/i,
    )
    await send('//alive').until(/No route matches GET \/\/alive\.[^\n]*$/)
  })

  test('of a client that sends an empty host is handled as for localhost', async () => {
    const { port } = await start()
    const client = await RawClient.connect(port)
    client.send('GET /request HTTP/1.1\r\nHost:\r\n\r\n')
    await client.until(/"http:\/\/localhost\/request"$/)
  })

  test('responds to pipelined requests in order', async () => {
    const { port } = await start()
    const client = await RawClient.connect(port)
    client.send(get('/slow') + get('/alive') + post('/size', '[1,2]') + get('/gone'))
    const answers = await client.until(/"slow"[\s\S]*"yes"[\s\S]*\r\n5HTTP[\s\S]*No route[^\n]*$/)
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 200',
      'HTTP/1.1 200',
      'HTTP/1.1 404',
    ])
  })

  test('treats a request without a declared body like one with an empty body, and stays usable', async () => {
    const { port } = await start()
    const client = await RawClient.connect(port)
    const ask = async (path: string, headers: string) => {
      client.received = ''
      client.send(`POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`)
      const answer = await client.until(/\r\n\r\n\S+/)
      return answer.replace(/^Date: .*$/m, '')
    }
    const multipart = 'Content-Type: multipart/form-data; boundary=x\r\n'
    for (const [path, headers] of [
      ['/size', ''],
      ['/scoped', ''],
      ['/unread', ''],
      ['/size', multipart],
    ] as const) {
      const answer = await ask(path, headers)
      expect(answer).toContain('HTTP/1.1 200 OK')
      expect(answer).toBe(await ask(path, `${headers}Content-Length: 0\r\n`))
    }
  })

  test('stays usable after a body that was not read', async () => {
    const { port } = await start()
    const client = await RawClient.connect(port)
    await client.send(post('/unread', 'x'.repeat(5000))).until(/"unread"$/)
    await client.send(post('/gone', 'x'.repeat(5000))).until(/No route[^\n]*$/)
    await client.send(post('/size', 'x'.repeat(50_000))).until(/over 10000 bytes[^\n]*$/)
    await client.send(get('/alive')).until(/"yes"$/)
  })

  test('of a client that never ends its refused body is closed after a while', async () => {
    const { port } = await start()
    const client = await RawClient.connect(port)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    client.send('POST /size HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nx')
    expect(await client.until(/over 10000 bytes[^\n]*$/)).toMatch(/^HTTP\/1\.1 413 /)
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(4000)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(vi.getTimerCount()).toBe(0)
    await client.untilClosed()
  })

  test('of a client that never ends the body of a GET is closed after a while too', async () => {
    const { port } = await start()
    const client = await RawClient.connect(port)
    client.send(get('/alive', 'Transfer-Encoding: chunked\r\n'))
    const start_ = performance.now()
    await client.until(/"yes"$/)
    const more = setInterval(() => client.send('1\r\nx\r\n'), 100)
    await client.untilClosed()
    clearInterval(more)
    expect(performance.now() - start_).toBeGreaterThan(4000)
  })

  test('that the client has half closed gets the remaining responses immediately, and ends', async () => {
    const { port, log } = await start()
    seen.length = 0
    const client = await RawClient.connect(port)
    client.socket.end(get('/alive'))
    expect(await client.untilClosed()).toMatch(ok)
    const waiting = await RawClient.connect(port)
    waiting.socket.end(get('/waits'))
    await waiting.untilClosed()
    await expect.poll(() => seen).toEqual(['waiting', 'aborted'])
    expect(log.errors).toEqual([])
  })

  test('asks the client to continue only for a body that will be read', async () => {
    const { port } = await start()
    const expects = 'Expect: 100-continue\r\n'
    const head = (path: string, length: number) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n${expects}\r\n`
    const client = await RawClient.connect(port)
    expect(await client.send(head('/size', 5)).until(/\r\n\r\n$/)).toBe(
      'HTTP/1.1 100 Continue\r\n\r\n',
    )
    await client.send('[1,2]').until(/\r\n5$/)
    await client.send(head('/scoped', 3)).until(/100 Continue\r\n\r\n$/)
    await client.send('abc').until(/\r\n3$/)
    for (const [path, length, status] of [
      ['/size', 20_000, 413],
      ['/unread', 5, 200],
      ['/gone', 5, 404],
    ] as const) {
      const refused = await RawClient.connect(port)
      const answer = await refused.send(head(path, length)).untilClosed()
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(answer).toMatch(/^connection: close\r$/im)
    }
  })

  test('of a client that disconnects in the middle of its body ends the request', async () => {
    const { port, log } = await start()
    seen.length = 0
    for (const path of ['/size', '/scoped']) {
      const client = await RawClient.connect(port)
      client.send(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"a":`)
      await sleep(50)
      client.socket.destroy()
    }
    await expect.poll(() => seen).toEqual(['called', 'aborted'])
    const client = await RawClient.connect(port)
    await client.send(get('/alive')).until(/"yes"$/)
    expect(log.errors.filter((line) => JSON.stringify(line).includes('/size'))).toEqual([])
  })

  test('of a client that disconnects before the response aborts the signal', async () => {
    const { port, log } = await start()
    seen.length = 0
    const client = await RawClient.connect(port)
    client.send(get('/waits'))
    await expect.poll(() => seen).toEqual(['waiting'])
    client.socket.destroy()
    await expect.poll(() => seen).toEqual(['waiting', 'aborted'])
    expect(log.errors).toEqual([])
  })

  test('that sends too slowly gets 408', async () => {
    const { kernel } = kernelOf([Site])
    const options = { port: 0, host: '127.0.0.1', headersTimeout: 200, requestTimeout: 400 }
    const { port, close } = await serve(kernel, options)
    onTestFinished(close)
    const [head, body] = [await RawClient.connect(port), await RawClient.connect(port)]
    head.send('GET /alive HTTP/1.1\r\nHost: a\r\n')
    body.send('POST /size HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1')
    for (const client of [head, body]) {
      expect(await client.untilClosed()).toMatch(
        /^HTTP\/1\.1 408 [\s\S]*\{"error":"The request took too long to arrive\."\}$/,
      )
    }
  })

  test('that sends one byte at a time works like any other', async () => {
    const { port } = await start()
    const client = await RawClient.connect(port)
    client.socket.setNoDelay(true)
    for (const byte of post('/size', '[1,2,3]')) {
      client.send(byte)
      await sleep(1)
    }
    await client.until(/\r\n7$/)
  })
})
