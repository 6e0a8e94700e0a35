import { isIP } from 'node:net'
import { Get, HttpRequest, Post } from '@fw/core'
import { toLambdaHandler } from '@fw/core/lambda'
import { serve } from '@fw/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { pickSome, seeded } from '../../attack/random.ts'
import { expectLinearTime } from '../../support/linear-time.ts'
import { kernelOf, startServer } from '../serving.ts'

class Asked {
  @Get('/')
  who(request: HttpRequest) {
    const { ip, secure, host } = request
    return { ip, secure, host }
  }

  @Get('/url')
  url(request: Request) {
    return request.url
  }

  @Post('/url')
  async read(request: Request) {
    return [request.url, await request.text()]
  }
}

type Values = Record<string, string>

async function ask(config: Values, peer: string | undefined, headers: Values) {
  const { kernel } = kernelOf([Asked], { config })
  const request = new Request('http://shop.example/', { headers })
  return (await kernel.fetch(request, { peer })).json()
}

const loopback = { FW_TRUSTED_PROXIES: 'loopback' }
const ranges = { FW_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7, 2001:db8::/32, loopback' }
const many = Array.from({ length: 1000 }, (_, place) => `198.51.100.${place % 250}`).join(', ')

test.each([
  ['no proxy is trusted by default', {}, '127.0.0.1', '1.1.1.1', '127.0.0.1'],
  ['a peer that is not trusted is the client', loopback, '8.8.8.8', '1.1.1.1', '8.8.8.8'],
  ['the entry of a trusted peer is the client', loopback, '127.0.0.1', '1.1.1.1', '1.1.1.1'],
  ['entries further left are ignored', loopback, '::1', '9.9.9.9, 1.1.1.1', '1.1.1.1'],
  ['trusted entries are skipped', ranges, '10.1.1.1', '9.9.9.9, 1.1.1.1, 192.0.2.7', '1.1.1.1'],
  [
    'if all entries are trusted, the leftmost is the client',
    ranges,
    '10.1.1.1',
    '10.2.2.2, 10.3.3.3',
    '10.2.2.2',
  ],
  ['without entries, the proxy itself is the client', loopback, '127.0.0.1', '', '127.0.0.1'],
  ['a port is removed', loopback, '127.0.0.1', '1.1.1.1:4711', '1.1.1.1'],
  ['brackets and a port are removed', loopback, '127.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
  ['brackets are removed', loopback, '127.0.0.1', '[2001:db8::1]', '2001:db8::1'],
  ['a zone is removed', loopback, '127.0.0.1', 'fe80::1%eth0', 'fe80::1'],
  ['::ffff: is removed', loopback, '::ffff:127.0.0.1', '::ffff:1.1.1.1', '1.1.1.1'],
  [
    '::ffff: is removed from a hexadecimal address',
    loopback,
    '::ffff:7f00:1',
    '0:0:0:0:0:FFFF:101:101',
    '1.1.1.1',
  ],
  ['an address is normalized', ranges, '2001:0DB8:0::1', '2001:DB9:0:0::0001', '2001:db9::1'],
  [
    'entries left of a malformed one are ignored',
    ranges,
    '10.1.1.1',
    '9.9.9.9, x, 192.0.2.7',
    '192.0.2.7',
  ],
  ['the entry "unknown" is malformed', loopback, '127.0.0.1', '1.1.1.1, unknown', '127.0.0.1'],
  ['an empty entry is malformed', loopback, '127.0.0.1', '1.1.1.1, ,', '127.0.0.1'],
  ['an entry that is too long is malformed', loopback, '127.0.0.1', 'a'.repeat(5000), '127.0.0.1'],
  ['of a thousand entries, the last is used', loopback, '127.0.0.1', many, '198.51.100.249'],
  [
    'hops include the connected peer, at any address',
    { FW_TRUSTED_PROXIES: 'hops:2' },
    '8.8.8.8',
    '9.9.9.9, 1.1.1.1, 2.2.2.2',
    '1.1.1.1',
  ],
  [
    'with fewer entries than hops, the leftmost is the client',
    { FW_TRUSTED_PROXIES: 'hops:3' },
    '8.8.8.8',
    '1.1.1.1',
    '1.1.1.1',
  ],
  [
    'a peer in a private network is trusted',
    { FW_TRUSTED_PROXIES: 'private' },
    '172.31.0.1',
    '1.1.1.1',
    '1.1.1.1',
  ],
  [
    'a peer outside private networks is not trusted',
    { FW_TRUSTED_PROXIES: 'private' },
    '172.32.0.1',
    '1.1.1.1',
    '172.32.0.1',
  ],
])('%s', async (_what, config: Values, peer, chain, ip) => {
  expect(await ask(config, peer, { 'x-forwarded-for': chain })).toMatchObject({ ip })
})

test.each([
  ['a request of an untrusted peer', '8.8.8.8', 'https', false],
  ['a header with one entry', '127.0.0.1', 'https', true],
  ['a header with one entry in capitals', '127.0.0.1', 'HTTPS', true],
  ['the entry at the position of the address', '127.0.0.1', 'https, http', false],
  ['an empty header', '127.0.0.1', '', false],
  ['an unknown scheme', '127.0.0.1', 'constructor', false],
])('secure is read from %s', async (_what, peer, proto, secure) => {
  const headers = { 'x-forwarded-for': '9.9.9.9, 1.1.1.1', 'x-forwarded-proto': proto }
  expect(await ask(loopback, peer, headers)).toMatchObject({ secure })
})

test('two proxies each add an address and a scheme', async () => {
  const headers = {
    'x-forwarded-for': '9.9.9.9, 1.1.1.1, 10.2.2.2',
    'x-forwarded-proto': 'https, http',
  }
  expect(await ask(ranges, '10.1.1.1', headers)).toMatchObject({ ip: '1.1.1.1', secure: true })
})

test('the host is trusted if configured, and only as a host', async () => {
  const headers = { 'x-forwarded-for': '1.1.1.1', 'x-forwarded-host': 'outside.example:8443' }
  expect(await ask(loopback, '127.0.0.1', headers)).toMatchObject({ host: 'shop.example' })
  const hosted = { ...loopback, FW_FORWARDED_HOST: 'true' }
  expect(await ask(hosted, '127.0.0.1', headers)).toMatchObject({ host: 'outside.example:8443' })
  expect(await ask(hosted, '8.8.8.8', headers)).toMatchObject({ host: 'shop.example' })
  const evil = { ...headers, 'x-forwarded-host': 'evil.example/path?' }
  expect(await ask(hosted, '127.0.0.1', evil)).toMatchObject({ host: 'shop.example' })
})

const forwarded = { ...ranges, FW_FORWARDED: 'forwarded', FW_FORWARDED_HOST: 'true' }

test.each([
  ['for=1.1.1.1;proto=https;host=out.example', '1.1.1.1', true, 'out.example'],
  ['For="[2001:db9::1]:4711"; Proto=https', '2001:db9::1', true, 'shop.example'],
  ['for=9.9.9.9;proto=https, for=1.1.1.1', '1.1.1.1', false, 'shop.example'],
  ['for=1.1.1.1;proto=https, for=192.0.2.7;proto=http', '1.1.1.1', true, 'shop.example'],
  ['for=9.9.9.9;host="x, for=1.1.1.1;proto=https', '1.1.1.1', true, 'shop.example'],
  ['for=_hidden, for=192.0.2.7', '192.0.2.7', false, 'shop.example'],
  ['for="', '10.1.1.1', false, 'shop.example'],
  ['=;=;for', '10.1.1.1', false, 'shop.example'],
])('Forwarded: %s', async (value, ip, secure, host) => {
  const headers = { forwarded: value, 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https' }
  expect(await ask(forwarded, '10.1.1.1', headers)).toEqual({ ip, secure, host })
})

test('of the two families of headers, only the configured one is read', async () => {
  expect(await ask(loopback, '127.0.0.1', { forwarded: 'for=6.6.6.6;proto=https' })).toMatchObject({
    ip: '127.0.0.1',
    secure: false,
  })
})

test('for any header values, there is one address, and it is found in linear time', async () => {
  const random = seeded(17)
  const parts = [
    '1.1.1.1',
    '::1',
    '[',
    ']',
    ':',
    ',',
    ';',
    '"',
    '=',
    'for',
    ' ',
    '%',
    '::ffff:',
    '999',
    '\\',
    'é',
  ]
  for (const [config, name] of [
    [loopback, 'x-forwarded-for'],
    [forwarded, 'forwarded'],
  ] as const) {
    const { kernel } = kernelOf([Asked], { config })
    for (let round = 0; round < 500; round += 1) {
      const value = pickSome(random, parts, 30).join('')
      const headers = { [name]: value, 'x-forwarded-proto': value, 'x-forwarded-host': value }
      const request = new Request('http://shop.example/', { headers })
      const answer = await kernel.fetch(request, { peer: '127.0.0.1' })
      const { ip } = (await answer.json()) as { ip: string }
      expect(isIP(ip), value).toBeGreaterThan(0)
    }
    for (const part of ['[', ',', '1.1.1.1, ', 'for="', ';', '::ffff:']) {
      await expectLinearTime((size) => {
        const headers = { [name]: part.repeat(size) }
        const request = new Request('http://shop.example/', { headers })
        return kernel.fetch(request, { peer: '127.0.0.1' })
      }, 1000)
    }
  }
})

test('the URL of a Request is adjusted, and its body is unchanged', async () => {
  const headers = { 'x-forwarded-for': '1.1.1.1', 'x-forwarded-proto': 'https' }
  const { kernel } = kernelOf([Asked], { config: loopback })
  const url = 'https://shop.example/url?x=1'
  const given = () =>
    new Request('http://shop.example/url?x=1', { headers, method: 'POST', body: 'body' })
  expect(await (await kernel.fetch(given(), { peer: '127.0.0.1' })).json()).toEqual([url, 'body'])
  expect(await (await kernel.fetch(given(), { peer: '8.8.8.8' })).json()).toEqual([
    url.replace('https', 'http'),
    'body',
  ])
})

test('over a network connection, the other end is the peer', async () => {
  const headers = { 'x-forwarded-for': '9.9.9.9, 1.1.1.1', 'x-forwarded-proto': 'https' }
  const port = await startServer(kernelOf([Asked], { config: loopback }).kernel)
  const base = `http://127.0.0.1:${port}`
  expect(await (await fetch(base, { headers })).json()).toEqual({
    ip: '1.1.1.1',
    secure: true,
    host: `127.0.0.1:${port}`,
  })
  expect(await (await fetch(`${base}/url`, { headers })).json()).toBe(
    `https://127.0.0.1:${port}/url`,
  )
  const other = await startServer(
    kernelOf([Asked], { config: { FW_TRUSTED_PROXIES: '10.0.0.0/8' } }).kernel,
  )
  expect(await (await fetch(`http://127.0.0.1:${other}`, { headers })).json()).toMatchObject({
    ip: '127.0.0.1',
    secure: false,
  })
})

test('a wrapper passes the address of the client on', async () => {
  const { kernel } = kernelOf([Asked])
  const wrapper = { fetch: (request: Request, info: object) => kernel.fetch(request, info) }
  const { port, close } = await serve(wrapper, { port: 0, host: '::' })
  onTestFinished(close)
  const answer = await fetch(`http://127.0.0.1:${port}`)
  expect(await answer.json()).toMatchObject({ ip: '127.0.0.1' })
})

test.each([
  ['Bun', { requestIP: () => ({ address: '::ffff:1.1.1.1' }) }, '1.1.1.1'],
  ['Bun, after the client has disconnected', { requestIP: () => null }, undefined],
  ['Deno', { remoteAddr: { hostname: '1.1.1.1' } }, '1.1.1.1'],
  ['Deno on a Unix socket', { remoteAddr: { path: '/tmp/socket' } }, undefined],
  ['a platform that passes nothing', undefined, undefined],
])('%s supplies the address', async (_name, info, ip) => {
  const { kernel } = kernelOf([Asked])
  const found = (await (
    await kernel.fetch(new Request('http://localhost/'), info)
  ).json()) as object
  expect(found).toEqual({ ...(ip !== undefined && { ip }), secure: false, host: 'localhost' })
})

test('on Lambda, the source address is the peer, and a load balancer is a hop', async () => {
  const event = {
    version: '2.0',
    rawPath: '/',
    rawQueryString: '',
    headers: { host: 'shop.example', 'x-forwarded-for': '9.9.9.9', 'x-forwarded-proto': 'http' },
    requestContext: { http: { method: 'GET', sourceIp: '1.1.1.1' } },
  } as const
  const { body } = await toLambdaHandler(kernelOf([Asked]).kernel)(event)
  expect(JSON.parse(body)).toEqual({ ip: '1.1.1.1', secure: true, host: 'shop.example' })
  const hop = kernelOf([Asked], { config: { FW_TRUSTED_PROXIES: 'hops:1' } }).kernel
  const { httpMethod, ...balancer } = {
    httpMethod: 'GET',
    path: '/',
    headers: event.headers,
    requestContext: { elb: {} },
  }
  const answer = await toLambdaHandler(hop)({ httpMethod, ...balancer })
  expect(JSON.parse(answer.body)).toEqual({ ip: '9.9.9.9', secure: false, host: 'shop.example' })
})

test.each([
  ['*', /^FW_TRUSTED_PROXIES: entry 1 is not an address .*"\*" would let every client forge/],
  ['10.0.0.1, 0.0.0.0/0', /^FW_TRUSTED_PROXIES: entry 2 is not an address/],
  ['10.0.0.0/33', /entry 1/],
  ['10.0.0.0/8/8', /entry 1/],
  ['proxy.example', /entry 1/],
  ['constructor', /entry 1/],
  [
    'hops:0',
    /"hops:" is followed by the number of proxies, from 1 to 99, and must be the only entry\./,
  ],
  ['hops:1, 10.0.0.1', /and must be the only entry\./],
])('FW_TRUSTED_PROXIES=%s is an error at boot', (value, message) => {
  const boot = () => kernelOf([Asked], { config: { FW_TRUSTED_PROXIES: value } })
  expect(boot).toThrow(message)
  expect(boot).not.toThrow(value === '*' ? 'never' : value)
})

test('an unknown family is an error at boot', () => {
  expect(() => kernelOf([Asked], { config: { FW_FORWARDED: 'both' } })).toThrow(
    'FW_FORWARDED has an invalid value. Expected one of x-forwarded, forwarded.',
  )
})
