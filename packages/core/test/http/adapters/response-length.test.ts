import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FileResponse, Get, Query, Reply, type int } from '@fw/core'
import { toLambdaHandler } from '@fw/core/lambda'
import { afterAll, describe, expect, test } from 'vitest'
import { kernelOf, startServer } from '../serving.ts'
import { get, RawClient } from './raw-client.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-length-'))
const large = join(folder, 'large.dat')
afterAll(() => rmSync(folder, { recursive: true }))

function chunks(bytes: int, pause: int): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      if (sent === bytes) return controller.close()
      if (pause > 0) await sleep(pause)
      sent += 1
      controller.enqueue(new Uint8Array([0x78]))
    },
  })
}

const shared = new Response('once')

class Answers {
  @Get('/response')
  response(@Query() declared: string, @Query() bytes: int, @Query() pause: int = 0) {
    return new Response(chunks(bytes, pause), { headers: { 'content-length': declared } })
  }

  @Get('/reply')
  reply(@Query() declared: string, @Query() bytes: int, @Query() pause: int = 0) {
    const headers = ['transfer-encoding', 'chunked', 'Content-Length', declared]
    return new Reply(200, headers, chunks(bytes, pause))
  }

  @Get('/stream')
  stream() {
    return chunks(5, 0)
  }

  @Get('/text')
  text(@Query() declared: string) {
    return new Response('xxxxx', { headers: { 'content-length': declared } })
  }

  @Get('/whole')
  whole() {
    return new Reply(200, ['transfer-encoding', 'chunked', 'content-length', '99'], 'xxxxx')
  }

  @Get('/empty')
  empty() {
    return new Response(null, { headers: { 'content-length': '5' } })
  }

  @Get('/none')
  none() {
    return new Reply(204, ['content-length', '5'], chunks(5, 0))
  }

  @Get('/twice')
  twice() {
    return new Reply(200, ['content-length', '1', 'content-length', '2'], chunks(2, 0))
  }

  @Get('/file')
  file() {
    return FileResponse.fromPath(large)
  }

  @Get('/shared')
  shared() {
    return shared
  }

  @Get('/made-response')
  madeResponse(@Query() status: int = 200) {
    return new Response('größe', { status, headers: { 'x-made': 'by hand' } })
  }

  @Get('/response-in-pieces')
  responseInPieces() {
    return new Response(chunks(3, 0))
  }

  @Get('/endless-response')
  endlessResponse() {
    return new Response(
      new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([0x78])) }),
    )
  }

  @Get('/failing-response')
  failingResponse() {
    return new Response(
      new ReadableStream({ start: (controller) => controller.enqueue(5), pull() {} }),
    )
  }

  @Get('/read')
  async read() {
    const response = new Response('text')
    await response.text()
    return response
  }

  @Get('/locked')
  locked() {
    const response = new Response('text')
    response.body?.getReader()
    return response
  }

  @Get('/locked-reply')
  lockedReply() {
    const body = new Response('text').body as ReadableStream<Uint8Array>
    body.getReader()
    return new Reply(200, [], body)
  }

  @Get('/bad-header')
  badHeader() {
    return new Reply(200, ['x-name', 'two\r\nlines'], 'text')
  }

  @Get('/alive')
  alive() {
    return 'yes'
  }
}

async function open() {
  const { kernel, log } = kernelOf([Answers])
  return { client: await RawClient.connect(await startServer(kernel)), log }
}

/** The bytes after the headers of the first response. */
function bodyOf(received: string): string {
  return received.slice(received.indexOf('\r\n\r\n') + 4)
}

test('a Response with a complete body is sent with its length, any other in chunks', async () => {
  const { client, log } = await open()
  const received = async (path: string, form: RegExp) => {
    client.received = ''
    return client.send(get(path)).until(form)
  }
  for (const status of [200, 404]) {
    const response = await received(`/made-response?status=${status}`, /\r\n\r\n.{7}/)
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(response).toMatch(/content-length: 7\r\n/i)
    expect(response).toMatch(/x-made: by hand\r\n/)
    expect(response).not.toMatch(/chunked/i)
  }
  const chunked = await received('/response-in-pieces', /0\r\n\r\n$/)
  expect(chunked).toMatch(/transfer-encoding: chunked\r\n/i)
  expect(bodyOf(chunked).match(/x/g)).toHaveLength(3)
  await received('/endless-response', /\r\n\r\n1\r\nx\r\n$/)
  client.socket.destroy()
  const other = await RawClient.connect(await startServer(kernelOf([Answers]).kernel))
  await other.send(get('/failing-response')).untilClosed()
  expect(log.errors).toEqual([])
})

test('HEAD sends the length of a complete body, and none for a stream', async () => {
  const { client } = await open()
  const head = async (path: string) => {
    client.received = ''
    client.send(`HEAD ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const received = await client.until(/\r\n\r\n/)
    return /content-length: \d+/i.exec(received)?.[0].toLowerCase()
  }
  expect(await head('/alive')).toBe('content-length: 5')
  expect(await head('/reply?declared=7&bytes=7')).toBe('content-length: 7')
  expect(await head('/stream')).toBeUndefined()
})

describe('on a connection that stays open', () => {
  for (const path of ['/response', '/reply']) {
    for (const pause of [0, 20]) {
      test(`a body of ${path} that is too short ends it (pause ${pause})`, async () => {
        const { client, log } = await open()
        client.send(get(`${path}?declared=10&bytes=3&pause=${pause}`) + get('/alive'))
        const received = await client.untilClosed()
        expect(bodyOf(received)).toMatch(/^x{0,3}$/)
        expect(log.errors).toEqual([
          expect.objectContaining({
            path,
            error: expect.objectContaining({
              name: 'WrongContentLength',
              declared: '10',
              message:
                'The response declares Content-Length 10, and its body ended after 3 bytes. Leave the header out: ' +
                'the server sets it if the length is known.',
            }),
          }),
        ])
      })

      test(`a body of ${path} that is too long ends it (pause ${pause})`, async () => {
        const { client, log } = await open()
        client.send(get(`${path}?declared=2&bytes=30&pause=${pause}`) + get('/alive'))
        const received = await client.untilClosed()
        expect(received).not.toContain('yes')
        expect(bodyOf(received)).toMatch(/^x{0,2}$/)
        expect(log.errors).toEqual([
          expect.objectContaining({
            error: expect.objectContaining({
              message: expect.stringContaining(
                'declares Content-Length 2, and its body is longer.',
              ),
            }),
          }),
        ])
      })
    }

    test(`a body of ${path} with the declared length does not end it`, async () => {
      const { client, log } = await open()
      client.send(get(`${path}?declared=5&bytes=5`) + get('/alive'))
      expect(await client.until(/"yes"$/)).toMatch(
        /content-length: 5\r\n[\s\S]*\r\n\r\nxxxxxHTTP\/1\.1 200 OK/i,
      )
      expect(client.received.toLowerCase()).not.toContain('transfer-encoding')
      expect(log.errors).toEqual([])
    })
  }

  test('text of a Response with another length ends it', async () => {
    for (const declared of [2, 50]) {
      const { client } = await open()
      client.send(get(`/text?declared=${declared}`) + get('/alive'))
      const received = await client.untilClosed()
      expect(received).not.toContain('yes')
      expect(bodyOf(received).length).toBeLessThanOrEqual(Math.min(declared, 5))
    }
  })

  test('an invalid length is a 500', async () => {
    for (const path of ['/text?declared=abc', '/text?declared=-1', '/twice']) {
      const { client, log } = await open()
      client.send(get(path) + get('/alive'))
      expect(await client.until(/"yes"$/)).toMatch(
        /^HTTP\/1\.1 500 Internal Server Error\r\n[\s\S]*\}HTTP\/1\.1 200/,
      )
      expect(log.errors).toEqual([
        expect.objectContaining({
          error: expect.objectContaining({
            message: expect.stringContaining('that is not a length'),
          }),
        }),
      ])
    }
  })

  test('a response without a body declares no length', async () => {
    const { client } = await open()
    client.send(get('/empty') + get('/none') + get('/whole') + get('/alive'))
    const received = await client.until(/"yes"$/)
    expect(received.match(/content-length: \d+|transfer-encoding: \w+|HTTP\/1\.1 \d+/gi)).toEqual([
      'HTTP/1.1 200',
      'content-length: 0',
      'HTTP/1.1 204',
      'HTTP/1.1 200',
      'content-length: 5',
      'HTTP/1.1 200',
      'content-length: 5',
    ])
  })

  test('a truncated file ends it', async () => {
    writeFileSync(large, 'x'.repeat(20_000_000))
    const { client, log } = await open()
    client.send(get('/file') + get('/alive'))
    await client.until(/^HTTP/)
    client.socket.pause()
    truncateSync(large, 10)
    client.socket.resume()
    const received = await client.untilClosed()
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(bodyOf(received)).toMatch(/^x*$/)
    expect(log.errors).toEqual([
      expect.objectContaining({
        error: expect.objectContaining({
          message: expect.stringMatching(
            /large\.dat ended after \d+ of 20000000 bytes while it was sent\. Write a changed file under another name, and rename it\.$/,
          ),
        }),
      }),
    ])
  })

  test('a response that was already read is a 500 with an explanation', async () => {
    const { client, log } = await open()
    await client.send(get('/shared')).until(/once/)
    for (const path of ['/shared', '/read', '/locked', '/locked-reply']) {
      client.received = ''
      log.errors.length = 0
      await client.send(get(path)).until(/^HTTP\/1\.1 500 Internal Server Error\r\n[\s\S]*\}$/)
      expect(log.errors).toEqual([
        expect.objectContaining({
          path,
          error: expect.objectContaining({
            name: 'BodyAlreadyRead',
            message:
              'The body of the response was already read, or is being read. Return a new response for each ' +
              'request, and use response.clone() to read a Response that is also returned.',
          }),
        }),
      ])
    }
    await client.send(get('/alive')).until(/"yes"$/)
  })

  test('a response that cannot be sent gets the reason phrase of the 500', async () => {
    const { client } = await open()
    await client.send(get('/bad-header')).until(/^HTTP\/1\.1 500 Internal Server Error\r\n/)
  })
})

test('on Lambda, a response with a wrong length is a 500', async () => {
  const { kernel, log } = kernelOf([Answers])
  const handler = toLambdaHandler(kernel)
  const ask = (rawPath: string, rawQueryString: string) =>
    handler({
      version: '2.0',
      rawPath,
      rawQueryString,
      headers: { host: 'a' },
      requestContext: { http: { method: 'GET' } },
    })
  for (const path of ['/response', '/reply']) {
    expect((await ask(path, 'declared=2&bytes=3')).statusCode).toBe(500)
    expect((await ask(path, 'declared=4&bytes=3')).statusCode).toBe(500)
    expect(await ask(path, 'declared=3&bytes=3')).toMatchObject({ statusCode: 200 })
  }
  expect(log.errors).toHaveLength(4)
  expect((await ask('/whole', '')).headers).toEqual({})
})
