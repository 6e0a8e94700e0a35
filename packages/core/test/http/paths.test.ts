import * as fc from 'fast-check'
import { Container, Get, HttpRequest, InvalidPathTemplate, Post, Router } from '@fw/core'
import { toLambdaHandler } from '@fw/core/lambda'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { describe, expect, test } from 'vitest'
import { Connection } from './adapters/connection.ts'
import { RawClient } from './adapters/raw-client.ts'
import { GuardedPaths } from '../attack/attacked-site.ts'
import { faultOfPath, pathPieces } from '../attack/hostile-path.ts'
import { kernelOf, startServer, transports, useTransport } from './serving.ts'

const mcp = new McpServer(new McpRegistry(), new McpDispatcher(new Container().boot()))
const { kernel, log } = kernelOf([GuardedPaths], { mcp })

const outside = [
  '/guard/%2e%2e/secret',
  '/guard/../secret',
  '/guard/.%2e/secret',
  '/guard/%2E./secret',
  '/guard/./secret',
  '/guard/%2e/secret',
  '/guard/x\\..\\../secret',
  '/guard/..\\x/secret',
  '/guard/x#/secret',
  '/guard/x#',
  '/..',
  '/.',
  '/guard/..',
  '/guard/"/secret',
  '/guard/<>/secret',
  '/guard/^/secret',
  '/guard/`/secret',
  '/guard/{}/secret',
]

const inside: readonly (readonly [path: string, ...values: readonly string[]])[] = [
  ['/guard/..%2f../secret', 'guard', '../..', 'secret'],
  ['/guard/.../secret', 'guard', '...', 'secret'],
  ['/guard/%2e%2e%2e/secret', 'guard', '...', 'secret'],
  ['/guard/..;/secret', 'guard', '..;', 'secret'],
  ['/guard/a.b;c=d/secret', 'guard', 'a.b;c=d', 'secret'],
  ['/guard/%5c..%5c/secret', 'guard', '\\..\\', 'secret'],
  ["/guard/!$&'()*+,-:=@[]_|~/secret", 'guard', "!$&'()*+,-:=@[]_|~", 'secret'],
]

const paths = fc
  .array(fc.constantFrom(...pathPieces), { maxLength: 9 })
  .map((parts) => `/${parts.join('')}`)

describe('on the Node server', () => {
  async function open() {
    return Connection.open(await startServer(kernel))
  }

  const get = (path: string) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 'latin1')

  test('a path that a URL cannot contain is 400', async () => {
    const connection = await open()
    for (const path of outside) {
      const { status, body } = await connection.send(get(path)).readResponse()
      expect([path, status, body]).toEqual([
        path,
        400,
        '{"error":"The path is not valid in a URL: send it without \\".\\" and \\"..\\", and percent-encode special characters."}',
      ])
      const absolute = await connection.send(get(`http://localhost${path}`)).readResponse()
      expect([path, absolute.status]).toEqual([path, 400])
    }
    const { status, body } = await connection.send(get('/a?b=1#&c=2')).readResponse()
    expect([status, body]).toEqual([
      400,
      '{"error":"A \\"#\\" in a query must be percent-encoded: send %23."}',
    ])
    connection.close()
  })

  test('a path that equals the path of its URL is handled, with any characters', async () => {
    const connection = await open()
    for (const [path, ...values] of inside) {
      const { status, body } = await connection.send(get(path)).readResponse()
      expect([status, JSON.parse(body)]).toEqual([200, { pathname: path, values }])
    }
    connection.close()
  })

  test('the URL of every request has the path that was matched', async () => {
    let connection = await open()
    const port = connection.socket.remotePort as number
    let answered = 0
    await fc.assert(
      fc.asyncProperty(paths, async (path) => {
        const { status, body, isLast } = await connection.send(get(path)).readResponse()
        const text = Buffer.from(body, 'latin1').toString()
        expect([200, 400, 404]).toContain(status)
        expect(faultOfPath(path, { status, body: text })).toBeUndefined()
        if (status === 200) answered += 1
        if (isLast) connection = await Connection.open(port)
      }),
      { numRuns: 3000, endOnFailure: true },
    )
    expect(answered).toBeGreaterThan(100)
    expect(log.errors).toEqual([])
    connection.close()
  })
})

test('a request without exactly one valid Host is 400, and ends its connection', async () => {
  const port = await startServer(kernel)
  const invalid = [
    'a b',
    '[',
    'x:99999',
    '<>',
    'u:p@a',
    'a/b',
    'a?b=',
    'a#',
    'a\\b',
    'a\tb',
    'a, b',
  ]
  const heads = ['', 'Host: a\r\nHost: b\r\n', 'Host: a\r\nhOST: a\r\n', 'Host:\r\nHost: a\r\n']
  for (const head of [...heads, ...invalid.map((host) => `Host: ${host}\r\n`)]) {
    for (const path of ['/secret', '/a', '/nowhere/at/all', '/mcp', '/openapi.json']) {
      const client = await RawClient.connect(port)
      const answer = await client.send(`GET ${path} HTTP/1.1\r\n${head}\r\n`).untilClosed()
      expect([head, path, answer]).toEqual([
        head,
        path,
        expect.stringMatching(/^HTTP\/1\.1 400 Bad Request\r/),
      ])
      expect(answer).toMatch(
        /\{"error":"A request must have a single valid Host header, such as \\"shop.example:8080\\"."\}$/,
      )
    }
  }
  const { statusCode } = await toLambdaHandler(kernel)({
    httpMethod: 'GET',
    path: '/secret',
    multiValueHeaders: { Host: ['a', 'b'] },
  })
  expect(statusCode).toBe(400)
  for (const head of [
    'HTTP/1.1\r\nHost:',
    'HTTP/1.0',
    'HTTP/1.1\r\nHost: [::1]:80',
    'HTTP/1.1\r\nHost: a.b:1',
  ]) {
    const client = await RawClient.connect(port)
    await client.send(`GET /secret ${head}\r\n\r\n`).until(/^HTTP\/1\.1 200 [\s\S]*\}$/)
  }
  expect(log.errors).toEqual([])
})

describe('on Lambda', () => {
  const handler = toLambdaHandler(kernel)
  const ask = async (path: string) => {
    const [rawPath = '', rawQueryString = ''] = path.split(/\?(.*)/su)
    const { statusCode, body } = await handler({
      version: '2.0',
      rawPath,
      rawQueryString,
      headers: { host: 'localhost' },
      requestContext: { http: { method: 'GET' } },
    })
    return { status: statusCode, body }
  }

  test('no placeholder value leads to another path', async () => {
    for (const path of outside.filter((text) => /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/iu.test(text))) {
      expect([path, (await ask(path)).status]).toEqual([path, 400])
    }
    await fc.assert(
      fc.asyncProperty(paths, async (path) => {
        const { status, body } = await ask(path)
        expect([200, 400, 404]).toContain(status)
        if (status !== 200) return
        // Characters that a gateway decoded are encoded again.
        const { pathname } = JSON.parse(body) as { pathname: string }
        expect(faultOfPath(pathname, { status, body })).toBeUndefined()
      }),
      { numRuns: 2000, endOnFailure: true },
    )
  })
})

test('a route that no URL can match is an error at boot', () => {
  class Steps {
    @Get('/a/../b')
    up() {}
  }
  class Encoded {
    @Get('/a/%2E')
    here() {}
  }
  expect(() => new Router().register(Steps)).toThrow(
    'Steps.up: the path "/a/../b" cannot be used: ".." is resolved by clients before they send a request. ' +
      'Write the resulting path.',
  )
  expect(() => new Router().register(Encoded)).toThrow(InvalidPathTemplate)
})

class Equivalent {
  @Get('/~me/caf%c3%a9/{name}')
  me(name: string, request: HttpRequest) {
    return [name, request.path, new URL(request.toRequest().url).pathname]
  }

  @Get('/a%7eb')
  encoded() {
    return 'encoded'
  }

  @Get('/a%2Fb')
  slash() {
    return 'slash'
  }

  @Post('/file.txt')
  file() {
    return 'file'
  }
}

describe.each(transports)('equivalent paths through %s', (_name, open) => {
  const ask = useTransport(open, kernelOf([Equivalent], { mcp, exposeOpenApi: true }).kernel)
  const read = async (path: string, init?: RequestInit) => {
    const response = await ask(path, init)
    const text = await response.text()
    return [response.status, JSON.parse(text) as unknown]
  }

  test('find the same route', async () => {
    const path = '/~me/caf%C3%A9/x%2Fy~z'
    for (const name of ['x%2Fy~z', 'x%2fy%7ez', 'x%2fy%7Ez']) {
      for (const start of ['/~me/caf%c3%a9', '/%7Eme/caf%C3%A9', '/%7e%6De/c%61f%C3%a9']) {
        expect(await read(`${start}/${name}`)).toEqual([200, ['x/y~z', path, path]])
      }
    }
    expect(await read('/~me/caf%C3%A9/x%2fy%7e')).toEqual([
      200,
      ['x/y~', '/~me/caf%C3%A9/x%2fy%7e', '/~me/caf%C3%A9/x%2fy%7e'],
    ])
    expect(await read('/a%7Eb')).toEqual([200, 'encoded'])
    expect(await read('/a~b')).toEqual([200, 'encoded'])
    expect(await read('/%61%2fb')).toEqual([200, 'slash'])
    expect((await ask('/%61~b', { method: 'HEAD' })).status).toBe(200)
    expect((await ask('/a/b')).status).toBe(404)
    expect((await ask('/a%252Fb')).status).toBe(404)
    expect((await ask('/a%zzb')).status).toBe(404)
    expect((await ask('/%7Eme%2Fcaf%C3%A9/x')).status).toBe(404)
  })

  test('find endpoints and other methods', async () => {
    expect((await ask('/openapi%2Ejson')).status).toBe(200)
    expect(await read('/%66ile%2Etxt', { method: 'POST' })).toEqual([200, 'file'])
    const refused = await ask('/%66ile%2Etxt')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
    const asked = await ask('/%66ile%2Etxt', { method: 'OPTIONS' })
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'OPTIONS, POST'])
  })
})
