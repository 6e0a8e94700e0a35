import { Application, Cors, Delete, Get, Post, SameOrigin } from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, kernelOf, useTransport } from '../../http/serving.ts'

@Application()
@SameOrigin({ trusted: ['https://partner.example'] })
@Cors({ origins: ['https://shop.example', 'https://*.shop.example'] })
class App {}

class Orders {
  @Get('/orders')
  list() {
    return []
  }

  @Post('/orders')
  create() {
    return 'created'
  }

  @Delete('/orders')
  remove() {
    return 'removed'
  }

  @Cors({ origins: '*' })
  @Post('/open')
  open() {
    return 'open'
  }

  @Cors({ origins: () => true })
  @Post('/asked')
  request() {
    return 'asked'
  }

  @SameOrigin(false)
  @Post('/webhook')
  webhook() {
    return 'taken'
  }
}

const foreign = 'https://evil.example'
type Values = Record<string, string>

describe.each(transports)('through %s', (_name, open) => {
  const send = useTransport(open, kernelOf([App, Orders]).kernel)
  const post = async (headers: Values, path = '/orders', method = 'POST') => {
    const response = await send(path, { method, headers })
    return [response.status, await response.json()]
  }
  const refused = [403, { error: 'The request comes from another origin.' }]

  test.each<[string, Values]>([
    ['a client other than a browser', {}],
    [
      'a page of the same origin',
      { 'sec-fetch-site': 'same-origin', origin: 'http://any.example' },
    ],
    ['a request from the address bar', { 'sec-fetch-site': 'none' }],
    ['a trusted origin', { 'sec-fetch-site': 'cross-site', origin: 'https://partner.example' }],
    [
      'an origin listed in the CORS settings',
      { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example' },
    ],
    ['an origin that matches a pattern in the CORS settings', { origin: 'https://a.shop.example' }],
  ])('%s is allowed', async (_who, headers) => {
    expect(await post(headers)).toEqual([200, 'created'])
  })

  test.each<[string, Values]>([
    ['a page of another site', { 'sec-fetch-site': 'cross-site', origin: foreign }],
    ['a neighbouring host', { 'sec-fetch-site': 'same-site', origin: 'https://other.localhost' }],
    ['an unknown value of Sec-Fetch-Site', { 'sec-fetch-site': 'SAME-ORIGIN' }],
    ['an older browser on another site', { origin: foreign }],
    ['a sandboxed page', { origin: 'null' }],
    ['a form with the content type of text', { origin: foreign, 'content-type': 'text/plain' }],
    ['what is no origin', { origin: 'x y' }],
  ])('%s is a 403', async (_who, headers) => {
    expect(await post(headers)).toEqual(refused)
    expect(await post(headers, '/orders', 'DELETE')).toEqual(refused)
  })

  test('a host is compared without its scheme and default port', async () => {
    const { port, hostname } = new URL((await send('/openapi.json')).url || 'http://localhost')
    const host = port === '' ? hostname : `${hostname}:${port}`
    expect(await post({ origin: `https://${host}` })).toEqual([200, 'created'])
    expect(await post({ origin: `http://${host}` })).toEqual([200, 'created'])
    expect(await post({ origin: `http://${hostname}:1` })).toEqual(refused)
  })

  test('safe methods are never refused', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: foreign }
    expect((await send('/orders', { headers })).status).toBe(200)
    expect((await send('/orders', { headers, method: 'HEAD' })).status).toBe(200)
    expect((await send('/orders', { headers, method: 'OPTIONS' })).status).toBe(204)
  })

  test('CORS for any origin, or with a function, does not make origins trusted', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: foreign }
    expect(await post(headers, '/open')).toEqual(refused)
    expect(await post(headers, '/asked')).toEqual(refused)
  })

  test('if it is switched off, all origins may send', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: foreign }
    expect(await post(headers, '/webhook')).toEqual([200, 'taken'])
  })

  test('other origins cannot read a refusal', async () => {
    const response = await send('/orders', { method: 'POST', headers: { origin: foreign } })
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
  })

  test('the document has the refusal for methods that can send it', async () => {
    const { paths } = (await (await send('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { responses: object }>>
    }
    const documented = (path: string, method: string) =>
      Object.keys(paths[path]?.[method]?.responses ?? {}).includes('403')
    expect([
      documented('/orders', 'post'),
      documented('/orders', 'delete'),
      documented('/orders', 'get'),
      documented('/webhook', 'post'),
    ]).toEqual([true, true, false, false])
  })
})

test('a trusted origin that no browser sends is an error at boot', () => {
  @SameOrigin({ trusted: ['https://partner.example/'] })
  class Page {
    @Post('/')
    page() {
      return 'page'
    }
  }
  expect(() => kernelOf([Page])).toThrow('Write "https://partner.example"')
})
