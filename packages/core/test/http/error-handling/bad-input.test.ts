import {
  Compress,
  Config,
  Container,
  Cookies,
  Cors,
  Get,
  HttpRequest,
  Kernel,
  Logger,
  Router,
} from '@fw/core'

import { expect, test } from 'vitest'
import { FullLog } from '../../features/access/guarded.ts'
import { get, RawClient } from '../adapters/raw-client.ts'
import { startServer } from '../serving.ts'

class Pages {
  @Cors({ origins: 'https://shop.example' })
  @Compress({ threshold: 1 })
  @Get('/cookies')
  cookies(cookies: Cookies, request: HttpRequest) {
    return { last: cookies.get('last') ?? null, ip: request.ip }
  }
}

async function start() {
  const log = new FullLog()
  const config = { FW_ACCESS_LOG: 'all', FW_TRUSTED_PROXIES: 'loopback', FW_REQUEST_ID: 'trust' }
  const container = new Container().instance(Config, Config.of(config)).instance(Logger, log).boot()
  return { port: await startServer(new Kernel(container, new Router().register(Pages))), log }
}

const preflight = (method: string) =>
  `OPTIONS /cookies HTTP/1.1\r\nHost: localhost\r\nOrigin: https://shop.example\r\n` +
  `Access-Control-Request-Method: ${method}\r\nConnection: close\r\n\r\n`
const close = 'Connection: close\r\n'
const many = Array.from({ length: 1000 }, (_, index) => `c${index}=wrote`).join('; ')
const chain = Array.from({ length: 1000 }, () => '6.6.6.6').join(', ')

test.each<[string, string | (() => string), RegExp]>([
  [
    'ten megabytes of cookies',
    () => get('/cookies', `Cookie: ${'a=wrote; '.repeat(1_200_000)}\r\n`),
    /^HTTP\/1\.1 431 /,
  ],
  [
    'a thousand cookies',
    get('/cookies', `Cookie: ${many}; last=1\r\n${close}`),
    /^HTTP\/1\.1 200 [^]*"last":"1"/,
  ],
  [
    'a cookie with a NUL',
    get('/cookies', `Cookie: a=wrote\u0000; last=1\r\n${close}`),
    /^HTTP\/1\.1 400 /,
  ],
  [
    'a cookie with other control characters',
    get('/cookies', `Cookie: a=\u0001wrote\u001f; last=1\r\n${close}`),
    /^HTTP\/1\.1 400 /,
  ],
  [
    'a chain of a thousand proxies',
    get('/cookies', `X-Forwarded-For: ${chain}\r\n${close}`),
    /^HTTP\/1\.1 200 [^]*"ip":"6\.6\.6\.6"/,
  ],
  [
    'a chain with a malformed entry',
    get('/cookies', `X-Forwarded-For: ${chain}, wrote\r\n${close}`),
    /^HTTP\/1\.1 200 [^]*"ip":"127\.0\.0\.1"/,
  ],
  [
    'a thousand codings',
    get('/cookies', `Accept-Encoding: ${'wrote;q=0.001,'.repeat(1000)}\r\n${close}`),
    /^HTTP\/1\.1 200 /,
  ],
  [
    'an invalid request id',
    get('/cookies', `X-Request-Id: wrote wrote\r\n${close}`),
    /^HTTP\/1\.1 200 /,
  ],
  [
    'a preflight for TRACE',
    preflight('TRACE'),
    /^HTTP\/1\.1 204 (?![^]*access-control)[^]*\nallow: GET, HEAD, OPTIONS\r\n/i,
  ],
  [
    'a preflight for an invalid method',
    preflight('wrote wrote'),
    /^HTTP\/1\.1 204 (?![^]*access-control)[^]*\nallow: GET, HEAD, OPTIONS\r\n/i,
  ],
])('%s gets a clear status, and nothing is logged', async (_what, sent, answer) => {
  const { port, log } = await start()
  const text = typeof sent === 'string' ? sent : sent()
  const client = (await RawClient.connect(port)).send(text)
  expect(await client.untilClosed()).toMatch(answer)
  expect(JSON.stringify(log.lines)).not.toContain('wrote')
  const after = await fetch(`http://127.0.0.1:${port}/cookies`, { headers: { cookie: 'last=2' } })
  expect(await after.json()).toMatchObject({ last: '2' })
})
