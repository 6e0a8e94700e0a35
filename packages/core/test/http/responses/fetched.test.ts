import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Get, type HttpRequest, type Middleware, Use } from '@fw/core'
import { serve } from '@fw/core/node'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { kernelOf, useTransport, transports } from '../serving.ts'

const text = 'the same again and again, '.repeat(100)
const upstream = createServer((request, response) => {
  const isPlain = request.url === '/plain'
  const body = isPlain ? text : gzipSync(text)
  response.writeHead(203, {
    'content-length': body.length,
    'content-type': 'text/plain',
    etag: '"1"',
    ...(!isPlain && { 'content-encoding': 'gzip' }),
  })
  response.end(body)
})
let address = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
})
afterAll(() => void upstream.close())

class Instead implements Middleware {
  handle(_request: HttpRequest) {
    return fetch(`${address}/packed`)
  }
}

class Gateway {
  @Get('/packed')
  packed() {
    return fetch(`${address}/packed`)
  }

  @Get('/plain')
  plain() {
    return fetch(`${address}/plain`)
  }

  @Use(Instead)
  @Get('/instead')
  instead() {
    return 'instead'
  }

  /** Not decoded, so its headers are correct. */
  @Get('/made')
  made() {
    return new Response(gzipSync(text), { headers: { 'content-encoding': 'gzip' } })
  }
}

async function expectWhole(response: Response): Promise<void> {
  expect([response.status, response.headers.get('etag')]).toEqual([203, '"1"'])
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(await response.text()).toBe(text)
}

describe.each(transports)('through %s', (name, open) => {
  const ask = useTransport(open, kernelOf([Gateway]).kernel)

  test.each(['/packed', '/plain', '/instead'])(
    'the response of another server at %s is sent with the headers of its body',
    async (path) => expectWhole(await ask(path)),
  )

  test('a correct length is kept', async () => {
    const response = await ask('/plain')
    expect(response.headers.get('content-length')).toBe(String(text.length))
    await response.body?.cancel()
  })

  test('a Response with a content coding keeps it', async () => {
    const response = await ask('/made')
    const body = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-encoding')).toBe('gzip')
    // The code that fetches over a socket decodes it.
    expect(body).toEqual(name === 'kernel.fetch' ? gzipSync(text) : Buffer.from(text))
  })
})

test('an application of another framework may return a fetched response', async () => {
  const { port, close } = await serve(
    { fetch: () => fetch(`${address}/packed`) },
    { port: 0, host: '127.0.0.1' },
  )
  onTestFinished(close)
  await expectWhole(await fetch(`http://127.0.0.1:${port}/`))
})
