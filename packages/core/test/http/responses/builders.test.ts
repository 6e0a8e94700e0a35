import { fileURLToPath } from 'node:url'
import {
  ErrorResponse,
  FileResponse,
  Get,
  HtmlResponse,
  RedirectResponse,
  Reply,
  TextResponse,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, kernelOf, useTransport } from '../serving.ts'

class Pages {
  @Get('/html')
  html() {
    return HtmlResponse.create('<p>grüße</p>', 203)
  }

  @Get('/text')
  text() {
    return TextResponse.create('grüße')
  }

  @Get('/redirect')
  redirect() {
    return RedirectResponse.to('/höhe?q=a b\r\nx-evil: 1#"<>', 303)
  }

  @Get('/contents')
  contents() {
    return FileResponse.fromContents(new Uint8Array([0, 255, 10]), 'application/x-bytes')
  }

  @Get('/report')
  report() {
    return FileResponse.fromContents('a;b', 'text/csv', 201, 'Q1/"2026" 🍋.csv')
  }

  @Get('/cookies')
  cookies() {
    return HtmlResponse.create('')
      .withHeader('Set-Cookie', 'a=1; Path=/')
      .withHeader('Set-Cookie', 'b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT')
  }

  @Get('/web-cookies')
  webCookies() {
    const headers = new Headers()
    headers.append('set-cookie', 'a=1')
    headers.append('set-cookie', 'b=2')
    return new Response('web', { headers })
  }

  @Get('/no-content-with-body', { status: 204 })
  noContentWithBody() {
    return { ignored: true }
  }

  @Get('/own-length')
  ownLength() {
    return new Reply(200, ['Content-Length', '5000'], 'four')
  }

  @Get('/bytes')
  bytes(): Uint8Array {
    return new Uint8Array([0, 255, 10])
  }

  @Get('/buffer', { status: 203 })
  async buffer(): Promise<Buffer> {
    return Buffer.from([0, 255, 10])
  }

  @Get('/array-buffer')
  arrayBuffer() {
    return new Uint8Array([0, 255, 10]).buffer
  }

  @Get('/file')
  file(): File {
    return new File([new Uint8Array([0, 255, 10])], 'grüße.bin', { type: 'application/x-bytes' })
  }

  @Get('/nothing')
  nothing() {
    return new Reply(200, [], null)
  }
}

describe.each(transports)('through %s', (_, open) => {
  const ask = useTransport(open, kernelOf([Pages]).kernel)

  test('HTML and text have a content type', async () => {
    const html = await ask('/html')
    expect(html.status).toBe(203)
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await html.text()).toBe('<p>grüße</p>')
    const text = await ask('/text')
    expect(text.status).toBe(200)
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await text.text()).toBe('grüße')
  })

  test('a redirect has a valid Location for any string', async () => {
    const response = await ask('/redirect', { redirect: 'manual' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/h%C3%B6he?q=a%20b%0D%0Ax-evil:%201#"<>')
    expect(response.headers.get('x-evil')).toBeNull()
    expect(RedirectResponse.to('https://example.com/').status).toBe(302)
  })

  test('contents are sent with their type', async () => {
    const response = await ask('/contents')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/x-bytes')
    expect(response.headers.get('content-disposition')).toBeNull()
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 10])
  })

  test('the name of a download is sent in both forms', async () => {
    const response = await ask('/report')
    expect(response.status).toBe(201)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Q1__2026_ _.csv"; filename*=UTF-8''Q1%2F%222026%22%20%F0%9F%8D%8B.csv`,
    )
    expect(await response.text()).toBe('a;b')
  })

  test('returned bytes and files are sent as they are', async () => {
    for (const [path, status, type] of [
      ['/bytes', 200, 'application/octet-stream'],
      ['/buffer', 203, 'application/octet-stream'],
      ['/array-buffer', 200, 'application/octet-stream'],
      ['/file', 200, 'application/x-bytes'],
    ] as const) {
      const response = await ask(path)
      expect([path, response.status]).toEqual([path, status])
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('content-disposition')).toBe(
        path === '/file'
          ? `attachment; filename="gr__e.bin"; filename*=UTF-8''gr%C3%BC%C3%9Fe.bin`
          : null,
      )
      expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 10])
      expect((await ask(path, { method: 'HEAD' })).headers.get('content-length')).toBe('3')
    }
  })

  test('a repeated header stays repeated', async () => {
    expect((await ask('/cookies')).headers.getSetCookie()).toEqual([
      'a=1; Path=/',
      'b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
    ])
    expect((await ask('/web-cookies')).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  test('a status without a body sends no body, and a wrong length is not sent', async () => {
    const none = await ask('/no-content-with-body')
    expect([none.status, await none.text()]).toEqual([204, ''])
    const head = await ask('/no-content-with-body', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([204, null])
    const own = await ask('/own-length')
    expect([own.status, await own.text()]).toEqual([200, 'four'])
    const nothing = await ask('/nothing')
    expect([nothing.status, await nothing.text()]).toEqual([200, ''])
  })
})

test('the document has the types of bytes and files', async () => {
  const { kernel } = kernelOf([Pages])
  const document = await kernel.fetch(new Request('http://localhost/openapi.json'))
  const { paths } = (await document.json()) as {
    paths: Record<string, { get: { responses: Record<string, { content?: object }> } }>
  }
  const content = (path: string, status = 200) => paths[path]?.get.responses[status]?.content
  expect(content('/bytes')).toEqual({ 'application/octet-stream': {} })
  expect(content('/buffer', 203)).toEqual({ 'application/octet-stream': {} })
  expect(content('/file')).toEqual({ '*/*': {} })
})

test('bytes in JSON are base64', () => {
  const bytes = new Uint8Array([1, 2, 255]).subarray(1)
  expect(Reply.json(bytes).body).toBe('"Av8="')
  expect(Reply.json(Buffer.from(bytes)).withStatus(201).body).toBe('"Av8="')
})

class Built {
  @Get('/json')
  json() {
    return Reply.json({ id: 12345678901234567890n }, { status: 201, headers: { 'x-a': '1' } })
  }

  @Get('/html')
  html() {
    return Reply.html('<p>grüße</p>', { status: 203 })
  }

  @Get('/text')
  text() {
    return Reply.text('grüße', { headers: { 'x-a': '1' } })
  }

  @Get('/redirect')
  redirect() {
    return Reply.redirect('/höhe')
  }

  @Get('/error')
  error() {
    return Reply.error(401, 'Sign in first.', { headers: { 'www-authenticate': 'Bearer' } })
  }

  @Get('/bytes')
  bytes() {
    return Reply.bytes('a;b', { contentType: 'text/csv', filename: 'report.csv' })
  }

  @Get('/file')
  file() {
    const path = fileURLToPath(import.meta.url)
    return Reply.file(path, { contentType: 'text/x-test', headers: { 'x-a': '1' } })
  }

  @Get('/files/{name}')
  fileIn(name: string) {
    return Reply.fileIn(import.meta.dirname, name)
  }
}

describe.each(transports)('the builders of Reply, through %s', (_, open) => {
  const ask = useTransport(open, kernelOf([Built]).kernel)

  test('take status and headers as options', async () => {
    expect(await seen(await ask('/json'))).toEqual({
      status: 201,
      headers: { 'content-type': 'application/json', 'x-a': '1' },
      body: '{"id":"12345678901234567890"}',
    })
    expect(await seen(await ask('/html'))).toEqual({
      status: 203,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<p>grüße</p>',
    })
    expect(await seen(await ask('/text'))).toEqual({
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-a': '1' },
      body: 'grüße',
    })
    expect(await seen(await ask('/redirect', { redirect: 'manual' }))).toEqual({
      status: 302,
      headers: { location: '/h%C3%B6he' },
      body: '',
    })
    expect(await seen(await ask('/error'))).toEqual({
      status: 401,
      headers: { 'content-type': 'application/json', 'www-authenticate': 'Bearer' },
      body: '{"error":"Sign in first."}',
    })
    expect(await seen(await ask('/bytes'))).toEqual({
      status: 200,
      headers: {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="report.csv"',
      },
      body: 'a;b',
    })
  })

  test('handle range and conditional requests for a file', async () => {
    const part = await ask('/file', { headers: { range: 'bytes=0-5' } })
    expect([part.status, await part.text()]).toEqual([206, 'import'])
    expect(part.headers.get('content-type')).toBe('text/x-test')
    expect(part.headers.get('x-a')).toBe('1')
    const inside = await ask('/files/builders.test.ts', { headers: { range: 'bytes=0-5' } })
    expect([inside.status, await inside.text()]).toEqual([206, 'import'])
    const outside = await ask('/files/..%2Frouting.test.ts')
    expect([outside.status, await outside.text()]).toEqual([
      404,
      '{"error":"There is no such file."}',
    ])
  })
})

test('headers given by name replace those of the builder', () => {
  const problem = { 'Content-Type': 'application/problem+json' }
  expect(Reply.json({}, { headers: problem }).headers).toEqual([
    'Content-Type',
    'application/problem+json',
  ])
  const file = Reply.file(fileURLToPath(import.meta.url), { headers: { ETag: '"mine"' } })
  expect(file.headers.filter((each) => each.toLowerCase() === 'etag')).toEqual(['ETag'])
})

/** The headers that a method decides; platforms add others. */
async function seen(response: Response) {
  const others = new Set([
    'content-length',
    'connection',
    'date',
    'keep-alive',
    'transfer-encoding',
  ])
  const headers = [...response.headers].filter(([name]) => !others.has(name))
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: await response.text(),
  }
}

test('no file name can add a header or close the quotes', () => {
  for (const [name, header] of [
    ['plain name.txt', 'filename="plain name.txt"'],
    ['a"; x=y.txt', `filename="a_; x=y.txt"; filename*=UTF-8''a%22%3B%20x%3Dy.txt`],
    ['a\r\nSet-Cookie: b=1.txt', 'filename="aSet-Cookie: b=1.txt"'],
    ['\u0000\u0085é.txt', `filename="_.txt"; filename*=UTF-8''%C3%A9.txt`],
    ["o'neil (1)*.txt", `filename="o'neil (1)*.txt"`],
    ["ø'(1)*", `filename="_'(1)*"; filename*=UTF-8''%C3%B8%27%281%29%2A`],
    ['\ud800.txt', `filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
    ['100%.txt', `filename="100_.txt"; filename*=UTF-8''100%25.txt`],
    ['..\\..\\a', `filename=".._.._a"; filename*=UTF-8''..%5C..%5Ca`],
  ] as const) {
    const reply = FileResponse.fromContents('', 'text/plain', 200, name)
    expect(reply.header('Content-Disposition')).toBe(`attachment; ${header}`)
  }
})

test('a reply is never changed, only copied', () => {
  const reply = ErrorResponse.create(404, 'Gone.')
  const more = reply.withHeader('X-A', '1').withHeader('x-a', '2')
  expect(reply.header('x-a')).toBeUndefined()
  expect(more.header('x-A')).toBe('1')
  expect(more.withoutHeader('X-a').headers).toEqual(reply.headers)
  expect(reply.withoutHeader('x-a')).toBe(reply)
})
