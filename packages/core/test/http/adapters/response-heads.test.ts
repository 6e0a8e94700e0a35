import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Get, Reply } from '@fw/core'
import { afterAll, describe, expect, test } from 'vitest'
import { shareHeaders } from '../../../src/http/message/header-list.ts'
import { kernelOf, startServer } from '../serving.ts'
import { get, RawClient } from './raw-client.ts'

const shared = shareHeaders(['content-type', 'text/plain', 'vary', 'Authorization'])

/** The headers to test, with the body after them. */
const replies: Readonly<Record<string, Reply>> = {
  json: Reply.json({ of: 'JSON' }),
  created: Reply.json({}, { status: 201 }),
  unknown: new Reply(299, ['x-a', '1'], 'text'),
  nothing: new Reply(200, [], ''),
  repeated: new Reply(200, ['set-cookie', 'a=1', 'set-cookie', 'b=2', 'X-Case', 'Kept'], 'text'),
  letters: new Reply(200, ['content-type', 'text/plain; charset=utf-8'], 'Ærlig, 語'),
  latin: new Reply(200, ['x-name', 'Åse'], 'text'),
  dated: new Reply(200, ['Date', 'Thu, 01 Jan 1970 00:00:00 GMT'], 'text'),
  closing: new Reply(200, ['Connection', 'close'], 'text'),
  kept: new Reply(200, ['keep-alive', 'timeout=9'], 'text'),
  shared: new Reply(200, shared, 'text'),
  'shared-again': new Reply(200, shared, 'other text'),
  'shared-by-another-status': new Reply(201, shared, 'text'),
  'shared-and-closing': new Reply(200, shareHeaders(['Connection', 'close']), 'text'),
  empty: new Reply(200, ['x-a', '1'], null),
  'empty-and-shared': new Reply(404, shared, null),
  'without-body': new Reply(204, ['x-a', '1'], null),
  unchanged: new Reply(304, ['etag', '"1"'], null),
  'closing-without-body': new Reply(204, ['Connection', 'close'], null),
}

class Answers {
  @Get('/{name}')
  answer(name: string) {
    return replies[name]
  }

  @Get('/said/{value}')
  said(value: string) {
    return new Reply(200, ['x-said', value], 'text')
  }

  @Get('/more/{value}')
  more(value: string) {
    return Reply.json({}).withHeader('x-said', value).withHeader('content-length', '99')
  }

  @Get('/value')
  value() {
    return new Reply(200, ['x-broken', 'a\r\nset-cookie: b=1'], 'text')
  }

  @Get('/name')
  name() {
    return new Reply(200, ['x broken', 'a'], 'text')
  }
}

const bare = createServer({ keepAliveTimeout: 5000 }, (request, response) => {
  const { status, headers, body } = replies[(request.url as string).slice(1)] as Reply
  const length = Buffer.byteLength((body as string | null) ?? '')
  const hasLength = status !== 204 && status !== 304
  response.writeHead(status, [...headers, ...(hasLength ? ['content-length', `${length}`] : [])])
  response.end(body)
})
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
afterAll(() => bare.close())

async function ask(port: number, path: string, method = 'GET', version = '1.1'): Promise<string> {
  const client = await RawClient.connect(port)
  client.send(
    get(path, 'Connection: keep-alive\r\n').replace(
      /^GET (\S+) HTTP\/1.1/,
      `${method} $1 HTTP/${version}`,
    ),
  )
  await client.until(/\r\n\r\n/)
  client.socket.end()
  // Two responses may be sent in two seconds.
  return (await client.untilClosed()).replace(/(?<=^Date: ).* 20.*$/m, 'now')
}

describe('the head of a whole response', () => {
  test.each(Object.keys(replies))('equals that of a plain Node.js server: %s', async (name) => {
    const own = await startServer(kernelOf([Answers]).kernel)
    const { port } = bare.address() as AddressInfo
    for (const _ of [1, 2]) expect(await ask(own, `/${name}`)).toBe(await ask(port, `/${name}`))
  })

  test.each(Object.keys(replies))('equals it for HEAD and for HTTP/1.0: %s', async (name) => {
    const own = await startServer(kernelOf([Answers]).kernel)
    const { port } = bare.address() as AddressInfo
    const expected = await ask(port, `/${name}`, 'GET', '1.0')
    expect(await ask(own, `/${name}`, 'GET', '1.0')).toBe(expected)
    // For a response without a body, HEAD reports no length.
    if (replies[name]?.body === null) return
    for (const version of ['1.1', '1.0']) {
      const expected = await ask(port, `/${name}`, 'HEAD', version)
      expect(await ask(own, `/${name}`, 'HEAD', version)).toBe(expected)
    }
  })

  test.each(['/value', '/name'])('that cannot be sent is not a header: %s', async (path) => {
    const own = await startServer(kernelOf([Answers]).kernel)
    expect(await ask(own, path)).toMatch(/^HTTP\/1\.1 500 /)
  })

  test('has the date at which it is sent', async () => {
    const own = await startServer(kernelOf([Answers]).kernel)
    const before = Math.floor(Date.now() / 1000)
    const client = await RawClient.connect(own)
    client.send(get('/json'))
    await client.until(/\r\n\r\n/)
    const sent = Date.parse(/^Date: (.*)\r$/m.exec(client.received)?.[1] ?? '') / 1000
    expect(sent).toBeGreaterThanOrEqual(before)
    expect(sent).toBeLessThanOrEqual(Date.now() / 1000)
  })

  test('has the latest value of a header', async () => {
    const own = await startServer(kernelOf([Answers]).kernel)
    for (const value of ['a', 'a', 'a', 'b', 'a', 'b', 'b', 'b', 'a']) {
      expect(await ask(own, `/said/${value}`)).toMatch(new RegExp(`^x-said: ${value}\\r$`, 'm'))
    }
    expect(await ask(own, '/said/%0A')).toMatch(/^HTTP\/1\.1 500 /)
    expect(await ask(own, '/said/b')).toMatch(/^x-said: b\r$/m)
  })

  test('has each header that was added, and the length of the body', async () => {
    const own = await startServer(kernelOf([Answers]).kernel)
    for (const value of ['a', 'a', 'a', 'b', 'a', 'b', 'b', 'b', 'a']) {
      const head = await ask(own, `/more/${value}`)
      expect(head.match(/^x-said: .*$/gm)).toEqual([`x-said: ${value}`])
      expect(head.match(/^content-length: .*$/gm)).toEqual(['content-length: 2'])
    }
  })

  test('leaves the body to a response whose end method was replaced', async () => {
    const own = await startServer(kernelOf([Answers]).kernel)
    const seen: unknown[] = []
    const replaceEnd = (message: unknown) => {
      const { response } = message as { response: ServerResponse }
      const end = response.end.bind(response)
      response.end = (body: unknown) => {
        seen.push(body)
        return end(body)
      }
    }
    subscribe('http.server.request.start', replaceEnd)
    const answer = await ask(own, '/json')
    unsubscribe('http.server.request.start', replaceEnd)
    expect(seen).toEqual(['{"of":"JSON"}'])
    expect(answer).toMatch(/\r\n\r\n\{"of":"JSON"\}$/)
  })
})
