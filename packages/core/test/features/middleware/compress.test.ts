import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync, constants, gunzipSync, zstdDecompressSync } from 'node:zlib'
import {
  Application,
  Compress,
  Cors,
  Get,
  HttpError,
  HttpRequest,
  Post,
  Put,
  Reply,
} from '@fw/core'
import { afterAll, describe, expect, test } from 'vitest'
import { transports, kernelOf, startServer, useTransport, type Ask } from '../../http/serving.ts'
import { expectLinearTime } from '../../support/linear-time.ts'
import { needsCurl } from '../../support/needs-curl.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-compress-'))
writeFileSync(join(folder, 'long.txt'), 'a line of text\n'.repeat(20_000))
afterAll(() => rmSync(folder, { recursive: true }))

const long = { text: 'the same again and again, '.repeat(200) }

let endedStreams = 0

async function* ticks() {
  try {
    for (let tick = 0; tick < 5; tick += 1) {
      yield { tick, text: 'tick '.repeat(50) }
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
  } finally {
    endedStreams += 1
  }
}

@Application()
@Compress()
class App {}

class Pages {
  @Get('/long')
  long() {
    return long
  }

  @Get('/huge')
  huge() {
    return Array.from({ length: 5000 }, (_, id) => ({ id, name: `name ${id}` }))
  }

  @Get('/short')
  short() {
    return 'short'
  }

  @Get('/type')
  type(request: HttpRequest) {
    const contentType = decodeURIComponent(request.query)
    return Reply.bytes('x'.repeat(2000), { contentType })
  }

  @Get('/encoded')
  encoded() {
    return Reply.text('x'.repeat(2000), { headers: { 'Content-Encoding': 'br' } })
  }

  @Get('/kept')
  kept() {
    return Reply.text('x'.repeat(2000), { headers: { 'Cache-Control': 'public, no-transform' } })
  }

  @Get('/digested')
  digested() {
    return Reply.text('x'.repeat(2000), { headers: { 'Content-Digest': 'sha-256=:AA==:' } })
  }

  @Get('/tagged')
  tagged(request: HttpRequest) {
    const etag = '"v1"'
    const status = request.evaluatePreconditions({ etag })
    return status
      ? Reply.text('', { headers: { etag } }).withStatus(status)
      : Reply.text('x'.repeat(2000), { headers: { etag, vary: 'Origin' } })
  }

  @Put('/tagged')
  replace(request: HttpRequest) {
    return { status: request.evaluatePreconditions({ etag: '"v1"' }) ?? 'go on' }
  }

  @Get('/events')
  events() {
    return ticks()
  }

  @Get('/file')
  file() {
    return Reply.file(join(folder, 'long.txt'))
  }

  @Get('/response')
  response() {
    return new Response('x'.repeat(5000), { headers: { 'content-type': 'text/plain' } })
  }

  @Get('/bytes')
  bytes() {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array())
        controller.enqueue(new TextEncoder().encode('first '))
        controller.enqueue(new Uint8Array())
        controller.enqueue(crypto.getRandomValues(new Uint8Array(60_000)))
        controller.close()
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/plain' } })
  }

  @Get('/broken')
  broken() {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('The source is gone.'))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/plain' } })
  }

  @Get('/fails')
  fails() {
    throw new HttpError(409, 'It is taken. '.repeat(200))
  }

  @Post('/nothing')
  nothing() {}

  @Compress(false)
  @Get('/off')
  off() {
    return long
  }

  @Compress({ threshold: '1MiB' })
  @Get('/own-threshold')
  ownThreshold() {
    return long
  }

  @Compress((config) => ({ threshold: config.int('THRESHOLD') }))
  @Get('/configured')
  configured() {
    return 'short'
  }
}

const { kernel, log } = kernelOf([App, Pages], { config: { THRESHOLD: '2' } })

const accepting = (accept: string, others: Record<string, string> = {}): RequestInit => ({
  headers: { 'accept-encoding': accept, ...others },
})

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

async function codingOf(send: Ask, path: string, accept: string, others = {}) {
  const response = await send(path, accepting(accept, others))
  await response.body?.cancel()
  return response.headers.get('content-encoding')
}

describe.each(transports)('through %s', (name, open) => {
  const send = useTransport(open, kernel)
  // fetch decodes what comes over a socket.
  const isRaw = name === 'kernel.fetch'

  test.each(Object.entries(decoders))(
    'JSON is sent as %s to who takes it',
    async (coding, decode) => {
      for (const path of ['/long', '/huge']) {
        const response = await send(path, accepting(coding))
        expect(response.headers.get('content-encoding')).toBe(coding)
        expect(response.headers.get('vary')).toBe('Accept-Encoding')
        const bytes = Buffer.from(await response.arrayBuffer())
        const text = isRaw ? decode(bytes).toString() : bytes.toString()
        expect(text).toBe(await (await send(path, accepting('identity'))).text())
      }
    },
  )

  test.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.8', 'gzip'],
    ['GZIP;Q=0.5', 'gzip'],
    ['*', 'zstd'],
    ['*;q=0.5, gzip', 'gzip'],
    ['zstd;q=0, *', 'br'],
    ['x-gzip', 'gzip'],
    ['gzip;q=0', null],
    ['gzip;q=0.000', null],
    ['gzip;q=nonsense', null],
    ['gzip;q=0.5, identity', null],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['identity;q=0', null],
    ['deflate, compress', null],
    ['', null],
    [';;,;q=1,=,', null],
  ])('a client that accepts "%s" gets %s', async (accept, coding) => {
    expect(await codingOf(send, '/long', accept)).toBe(coding)
  })

  test('a body below the threshold is not compressed, and has Vary', async () => {
    const response = await send('/short', accepting('br'))
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(await response.json()).toBe('short')
    expect(await codingOf(send, '/own-threshold', 'br')).toBeNull()
    expect(await codingOf(send, '/configured', 'br')).toBe('br')
    expect(await codingOf(send, '/off', 'br')).toBeNull()
  })

  test('a body below the threshold is compressed for a client that accepts nothing else', async () => {
    expect(await codingOf(send, '/short', 'br, identity;q=0')).toBe('br')
    expect(await codingOf(send, '/short', 'br, *;q=0')).toBe('br')
  })

  test.each([
    ['text/css', 'br'],
    ['text/html; charset=utf-8', 'br'],
    ['application/problem+json', 'br'],
    ['application/javascript', 'br'],
    ['image/svg+xml', 'br'],
    ['application/wasm', 'br'],
    ['Application/XML', 'br'],
    ['image/png', null],
    ['video/mp4', null],
    ['application/zip', null],
    ['application/octet-stream', null],
  ])('a response of type %s is sent as %s', async (type, coding) => {
    const response = await send(`/type?${encodeURIComponent(type)}`, accepting('br'))
    expect(response.headers.get('content-encoding')).toBe(coding)
    expect(response.headers.get('vary')).toBe(coding && 'Accept-Encoding')
  })

  test('a response that is already encoded, or must not be transformed, is unaffected', async () => {
    expect(
      (await kernel.fetch(new Request('http://localhost/encoded'))).headers.get('vary'),
    ).toBeNull()
    const kept = await send('/kept', accepting('br'))
    expect([kept.headers.get('content-encoding'), kept.headers.get('vary')]).toEqual([null, null])
    expect(await codingOf(send, '/digested', 'br')).toBeNull()
  })

  test('errors are compressed too, and a response without a body stays without one', async () => {
    expect(await codingOf(send, '/fails', 'gzip')).toBe('gzip')
    const nothing = await send('/nothing', { ...accepting('gzip'), method: 'POST' })
    expect([nothing.status, nothing.headers.get('vary')]).toEqual([204, null])
  })

  test('a strong ETag becomes weak, and both forms match afterwards', async () => {
    const response = await send('/tagged', accepting('br'))
    expect(response.headers.get('etag')).toBe('W/"v1"')
    expect(response.headers.get('vary')).toBe('Origin, Accept-Encoding')
    await response.body?.cancel()
    const repeated = await send('/tagged', accepting('br', { 'if-none-match': '"other", W/"v1"' }))
    expect(repeated.status).toBe(304)
    expect(repeated.headers.get('etag')).toBe('W/"v1"')
    expect(repeated.headers.get('vary')).toBe('Accept-Encoding')
    const plain = await send('/tagged', accepting('br', { 'if-none-match': '"v1"' }))
    expect([plain.status, plain.headers.get('etag')]).toEqual([304, '"v1"'])
    const init = accepting('br', { 'if-match': 'W/"v1"' })
    const write = await send('/tagged', { ...init, method: 'PUT' })
    expect(await write.json()).toEqual({ status: 'go on' })
  })

  test('HEAD has the headers of GET', async () => {
    for (const path of ['/long', '/huge', '/tagged', '/file', '/short']) {
      const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) => send(path, { ...accepting('zstd'), method })),
      )
      // A web Response states no length of what it has in memory.
      const others = ['date', 'connection', 'keep-alive', 'transfer-encoding']
      const ignored = isRaw ? [...others, 'content-length'] : others
      const of = (response: Response | undefined) =>
        [...(response?.headers ?? [])].filter(([header]) => !ignored.includes(header))
      expect(of(head)).toEqual(of(get))
      expect(await head?.text()).toBe('')
      await get?.body?.cancel()
    }
  })

  test('a file loses its length and ranges; a requested range stays as it is', async () => {
    const response = await send('/file', accepting('gzip'))
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('accept-ranges')).toBeNull()
    expect(response.headers.get('content-length')).toBeNull()
    expect(response.headers.get('etag')).toMatch(/^W\/"/)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect((isRaw ? gunzipSync(bytes) : bytes).length).toBe(300_000)
    const part = await send('/file', accepting('gzip', { range: 'bytes=2-5' }))
    expect([part.status, await part.text()]).toEqual([206, 'line'])
    expect(part.headers.get('content-encoding')).toBeNull()
  })

  test('a stream with empty pieces and ones that cannot be compressed arrives whole', async () => {
    for (const [coding, decode] of Object.entries(decoders)) {
      const response = await send('/bytes', accepting(coding))
      const bytes = Buffer.from(await response.arrayBuffer())
      expect((isRaw ? decode(bytes) : bytes).length).toBe(60_006)
    }
    const response = await send('/response', accepting('br'))
    const bytes = Buffer.from(await response.arrayBuffer())
    expect((isRaw ? brotliDecompressSync(bytes) : bytes).toString()).toBe('x'.repeat(5000))
  })

  test('a stream that fails breaks the response, and is reported', async () => {
    log.errors.length = 0
    await expect(async () => (await send('/broken', accepting('br'))).text()).rejects.toThrow()
    await expect
      .poll(() => log.errors)
      .toMatchObject([{ error: { message: 'The source is gone.' } }])
  })
})

test.each([
  ['same-origin', 'br'],
  ['none', 'br'],
  [undefined, 'br'],
  ['cross-site', null],
  ['same-site', null],
])('with a cookie and Sec-Fetch-Site %s, a response is sent as %s', async (site, coding) => {
  const response = await kernel.fetch(
    new Request('http://localhost/long', {
      headers: {
        'accept-encoding': 'br',
        cookie: 'session=1',
        ...(site && { 'sec-fetch-site': site }),
      },
    }),
  )
  expect(response.headers.get('content-encoding')).toBe(coding)
  expect(response.headers.get('vary')).toBe('Accept-Encoding')
})

test.each([
  ['https://shop.example', 'br'],
  ['https://evil.example', null],
])(
  'with a cookie from %s, and CORS settings that allow the shop, a response is sent as %s',
  async (origin, coding) => {
    @Compress({ threshold: 0 })
    @Cors({ origins: ['https://shop.example'], credentials: true })
    class Page {
      @Get('/')
      page() {
        return 'page'
      }
    }
    const headers = {
      'accept-encoding': 'br',
      cookie: 'session=1',
      'sec-fetch-site': 'cross-site',
      origin,
    }
    const accepting = new Request('http://localhost/', { headers })
    const response = await kernelOf([Page]).kernel.fetch(accepting)
    expect(response.headers.get('content-encoding')).toBe(coding)
    await response.body?.cancel()
  },
)

test.each(Object.keys(decoders))(
  'events in %s arrive as they come, and end with the client',
  async (coding) => {
    const port = await startServer(kernel)
    const arrivals: number[] = []
    const before = endedStreams
    await new Promise<void>((resolve, reject) => {
      const pendingRequest = request(
        { port, path: '/events', headers: { 'accept-encoding': coding } },
        (response) => {
          expect(response.headers['content-encoding']).toBe(coding)
          response.on('data', () => {
            arrivals.push(performance.now())
            if (arrivals.length === 2) pendingRequest.destroy()
          })
          response.on('error', () => resolve())
        },
      )
      pendingRequest.on('error', reject).end()
    })
    expect((arrivals[1] as number) - (arrivals[0] as number)).toBeGreaterThan(100)
    await expect.poll(() => endedStreams).toBe(before + 1)
  },
)

test.each(Object.keys(decoders) as (keyof typeof decoders)[])(
  'an event in %s can be read before the next one is sent',
  async (coding) => {
    let read = Promise.withResolvers<void>()
    class Paced {
      @Get('/paced')
      async *paced() {
        for (let tick = 0; tick < 5; tick += 1) {
          read = Promise.withResolvers()
          yield { tick }
          await read.promise
        }
      }
    }
    const port = await startServer(kernelOf([App, Paced]).kernel)
    const count = await new Promise<number>((resolve, reject) => {
      const pieces: Buffer[] = []
      let found = 0
      const pendingRequest = request(
        { port, path: '/paced', headers: { 'accept-encoding': coding } },
        (response) => {
          response.on('data', (piece: Buffer) => {
            pieces.push(piece)
            const text = readable(coding, Buffer.concat(pieces))
            if (!text.includes(`"tick":${found}}`)) return
            found += 1
            read.resolve()
          })
          response.on('end', () => resolve(found))
        },
      )
      pendingRequest.on('error', reject).end()
    })
    expect(count).toBe(5)
  },
)

test.for(Object.keys(decoders))('curl reads %s', async (coding, context) => {
  needsCurl(context)
  const port = await startServer(kernel)
  const run = promisify(execFile)
  const args = ['-s', '--compressed', '-H', `Accept-Encoding: ${coding}`, '-D', '-']
  const { stdout } = await run('curl', [...args, `http://127.0.0.1:${port}/long`])
  expect(stdout).toContain(`content-encoding: ${coding}`)
  expect(stdout.endsWith(JSON.stringify(long))).toBe(true)
})

test('a header of many codings is read in linear time', async () => {
  const send: Ask = (path, init) => kernel.fetch(new Request(`http://localhost${path}`, init))
  await expectLinearTime(async (size) => {
    const items = 'gzip;q=0.001,'.repeat(size) + ';'.repeat(size * 10)
    expect(await codingOf(send, '/long', items)).toBe('gzip')
  }, 500)
})

test('many clients that disconnect during a compressed stream leave nothing behind', async () => {
  const before = endedStreams
  for (let round = 0; round < 50; round += 1) {
    const response = await kernel.fetch(new Request('http://localhost/events', accepting('zstd')))
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
  }
  expect(endedStreams).toBe(before + 50)
})

test.each([
  [
    () => Compress({ threshold: '1 kilobyte' }),
    '"1 kilobyte" is not a number of bytes, or a size such as',
  ],
  [() => Compress({ threshold: -1 }), '-1 is not a number of bytes, or a size such as'],
])('a wrong threshold is an error at boot', (compress, message) => {
  class Page {
    @compress()
    @Get('/')
    page() {
      return 'page'
    }
  }
  expect(() => kernelOf([Page])).toThrow(message)
})

/** Returns the readable part of a truncated body. */
function readable(coding: keyof typeof decoders, bytes: Buffer): string {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = constants
  const finishFlush = { gzip: Z_SYNC_FLUSH, br: BROTLI_OPERATION_FLUSH, zstd: ZSTD_e_flush }
  return decoders[coding](bytes, { finishFlush: finishFlush[coding] }).toString()
}
