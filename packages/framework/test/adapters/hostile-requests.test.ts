import { Body, Get, Post } from 'fw'
import { expect, test, vi } from 'vitest'
import { kernelOf, startServer } from '../http/serving.ts'
import { get, RawClient } from './raw-client.ts'

class Site {
  @Get('/alive')
  alive() {
    return 'yes'
  }

  @Post('/size')
  size(@Body() value: unknown) {
    return JSON.stringify(value).length
  }

  @Post('/unread')
  unread() {
    return 'unread'
  }

  @Post('/files')
  files(document: File) {
    return document.name
  }
}

const last = get('/alive', 'Connection: close\r\n')

function post(headers: string, body: string, path = '/size'): string {
  return `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n${body}`
}

function chunked(body: string, headers = ''): string {
  return post(`Transfer-Encoding: chunked\r\n${headers}`, body)
}

function form(contentType: string, body: string): string {
  const headers = `Content-Type: ${contentType}\r\nContent-Length: ${body.length}\r\n`
  return post(headers, body, '/files')
}

function upload(disposition: string): string {
  const part = `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nx\r\n--b--\r\n`
  return form('multipart/form-data; boundary=b', part)
}

const chunks = '2\r\n{}\r\n0\r\n\r\n'

/** What is sent ahead of a GET, and all the statuses that come: none more, as of a request that was hidden in it. */
const hostile: Readonly<Record<string, readonly [sent: string, ...statuses: readonly number[]]>> = {
  'two equal lengths': [post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'), 400],
  'two lengths': [post('Content-Length: 2\r\nContent-Length: 40\r\n', '{}'), 400],
  'a list of lengths': [post('Content-Length: 2, 2\r\n', '{}'), 400],
  'a signed length': [post('Content-Length: +2\r\n', '{}'), 400],
  'a hexadecimal length': [post('Content-Length: 0x2\r\n', '{}'), 400],
  'an endless length': [post(`Content-Length: ${'9'.repeat(30)}\r\n`, '{}'), 400],
  'a length and chunks': [chunked(chunks, 'Content-Length: 2\r\n'), 400],
  'chunks that are not last': [post('Transfer-Encoding: chunked, identity\r\n', chunks), 400],
  'chunks twice': [post('Transfer-Encoding: chunked, chunked\r\n', chunks), 400],
  'chunks by another name': [post('Transfer-Encoding: xchunked\r\n', chunks), 400],
  'a coding before the chunks': [post('Transfer-Encoding: gzip, chunked\r\n', chunks), 501, 200],
  'codings without chunks': [post('Transfer-Encoding: gzip, identity\r\n', chunks), 400],
  'two encodings': [chunked(chunks, 'Transfer-Encoding: identity\r\n'), 400],
  'a space behind a name': [post('Transfer-Encoding : chunked\r\n', chunks), 400],
  'a folded header': [post('Transfer-Encoding:\r\n chunked\r\n', chunks), 400],
  'lines without CR': [`POST /size HTTP/1.1\nHost: a\nContent-Length: 2\n\n{}`, 400],
  'a CR inside a header': [get('/alive', 'X: a\rY: b\r\n'), 400],
  'a negative chunk': [chunked('-2\r\n{}\r\n0\r\n\r\n'), 400],
  'a prefixed chunk': [chunked('0x2\r\n{}\r\n0\r\n\r\n'), 400],
  'an endless chunk': [chunked(`${'F'.repeat(17)}\r\n{}\r\n0\r\n\r\n`), 400],
  'a chunk longer than it says': [chunked('2\r\n{}x\r\n0\r\n\r\n'), 400],
  'chunk lines without CR': [chunked('2\n{}\n0\n\n'), 400],
  'endless chunk extensions': [chunked(`2;${'x'.repeat(50_000)}\r\n{}\r\n0\r\n\r\n`), 413],
  'endless trailers': [chunked(`2\r\n{}\r\n0\r\n${'X: y\r\n'.repeat(9000)}\r\n`), 431],
  'a length in the trailers': [chunked('2\r\n{}\r\n0\r\nContent-Length: 99\r\n\r\n'), 400],
  trailers: [chunked('2\r\n{}\r\n0\r\nX: y\r\n\r\n'), 200, 200],
  'a body of GET': [get('/alive', 'Content-Length: 5\r\n') + 'GET /', 200, 200],
  'a request in the body of a route that reads none': [
    post(`Content-Length: ${get('/gone').length}\r\n`, get('/gone'), '/unread'),
    200,
    200,
  ],
  'a request in the body of no route': [
    post(`Content-Length: ${get('/gone').length}\r\n`, get('/gone'), '/nowhere'),
    404,
    200,
  ],
  'no host': ['GET /alive HTTP/1.1\r\n\r\n', 400],
  'another version': ['GET /alive HTTP/1.2\r\nHost: a\r\n\r\n', 400],
  'the preface of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  'a method in lower case': ['get /alive HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'a target without a slash': ['GET alive HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  TRACE: ['TRACE /alive HTTP/1.1\r\nHost: a\r\nX: secret\r\n\r\n', 405, 200],
  'another expectation': [post('Expect: x\r\nContent-Length: 2\r\n', '{}'), 417, 200],
  'an expectation of HTTP/1.0, whose connection ends': [
    'POST /size HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}',
    200,
  ],
  '3,000 headers': [get('/alive', 'a:\r\n'.repeat(3000)), 431],
  'brackets without end': [post('Content-Length: 100000\r\n', '['.repeat(100_000)), 400, 200],
  'brackets beyond sense': [
    post(
      'Content-Length: 600000\r\n',
      '{"a":'.repeat(99_999) + '{}'.padEnd(6) + '}'.repeat(99_999),
    ),
    422,
    200,
  ],
  'a boundary without end': [
    form(`multipart/form-data; boundary=${'b'.repeat(9000)}`, 'x'),
    400,
    200,
  ],
  'an empty boundary': [form('multipart/form-data; boundary=""', 'x'), 400, 200],
  'boundaries and nothing else': [
    form('multipart/form-data; boundary=b', '--b\r\n\r\n'.repeat(9000)),
    400,
    200,
  ],
  'a path for a file name': [upload('name="document"; filename="../../a"'), 200, 200],
  'a name of brackets': [upload(`name="${'['.repeat(7000)}"`), 400, 200],
  'a disposition of semicolons': [upload(';='.repeat(3500)), 400, 200],
}

test.each(Object.entries(hostile))('%s: nothing is a 500, hidden or left open', async (_, sent) => {
  const { kernel, log } = kernelOf([Site])
  const client = await RawClient.connect(await startServer(kernel))
  const answers = await client.send(sent[0] + last).untilClosed()
  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
  expect(statuses).toEqual(sent.slice(1))
  expect(log.errors).toEqual([])
})

test('an upgrade that nobody offers is a request like any other', async () => {
  const { kernel } = kernelOf([Site])
  const client = await RawClient.connect(await startServer(kernel))
  await client.send(get('/alive', 'Connection: Upgrade\r\nUpgrade: h2c\r\n')).until(/"yes"$/)
  expect(await client.send(last).untilClosed()).toMatch(/"yes"HTTP[\s\S]*"yes"$/)
})

test('a transfer coding is refused with a problem, and logged as a warning', async () => {
  const { kernel, log } = kernelOf([Site], { errors: 'problem' })
  const warned = vi.spyOn(log, 'warn')
  const client = await RawClient.connect(await startServer(kernel))
  const sent = post('Transfer-Encoding: gzip, chunked\r\n', chunks) + last
  const answers = await client.send(sent).untilClosed()
  expect(answers).toContain(
    '{"type":"about:blank","title":"Not Implemented","status":501,"detail":"The request body has a Transfer-Encoding other than chunked. Send it with chunked alone."',
  )
  expect(warned).toHaveBeenCalledOnce()
  expect(warned).toHaveBeenCalledWith(
    'A request failed.',
    expect.objectContaining({ method: 'POST', path: '/size' }),
  )
  expect(log.errors).toEqual([])
})
