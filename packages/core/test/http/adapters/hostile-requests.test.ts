import { Body, Get, Post } from '@fw/core'
import { expect, test, vi } from 'vitest'
import { kernelOf, startServer } from '../serving.ts'
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

  @Post('/files')
  files(document: File) {
    return document.name
  }
}

const last = get('/alive', 'Connection: close\r\n')

function post(headers: string, body: string, path = '/size'): string {
  return `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n${body}`
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

/** The bytes before a GET, and the statuses of all responses. `spec/judges/framing` checks heads and chunks. */
const hostile: Readonly<Record<string, readonly [sent: string, ...statuses: readonly number[]]>> = {
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

test.each(Object.entries(hostile))(
  '%s: no response is a 500, nothing is unlogged, and no connection stays open',
  async (_, sent) => {
    const { kernel, log } = kernelOf([Site])
    const client = await RawClient.connect(await startServer(kernel))
    const answers = await client.send(sent[0] + last).untilClosed()
    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
    expect(statuses).toEqual(sent.slice(1))
    expect(log.errors).toEqual([])
  },
)

test('an unsupported upgrade is handled like any other request', async () => {
  const { kernel } = kernelOf([Site])
  const client = await RawClient.connect(await startServer(kernel))
  await client.send(get('/alive', 'Connection: Upgrade\r\nUpgrade: h2c\r\n')).until(/"yes"$/)
  expect(await client.send(last).untilClosed()).toMatch(/"yes"HTTP[\s\S]*"yes"$/)
})

test('a transfer coding is a 501 with problem details, and logged as a warning', async () => {
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
