import { Application, CspNonce, Get, Reply, SecurityHeaders } from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, kernelOf, useTransport } from '../../http/serving.ts'

@Application()
@SecurityHeaders()
class App {}

class Pages {
  @Get('/page')
  page() {
    return Reply.html('<h1>Page</h1>')
  }

  @Get('/data')
  data() {
    return { a: 1 }
  }

  @Get('/own')
  own() {
    return Reply.html('own', {
      headers: { 'Content-Security-Policy': "default-src 'none'", 'X-Frame-Options': 'DENY' },
    })
  }

  @Get('/response')
  response() {
    return new Response('text', { headers: { 'referrer-policy': 'no-referrer' } })
  }

  @Get('/kept')
  kept() {
    return new Reply(304, ['etag', '"1"'], null)
  }

  @SecurityHeaders({
    csp: "script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'",
    frameOptions: 'DENY',
    xssProtection: false,
  })
  @Get('/scripts')
  scripts(nonce: CspNonce) {
    return Reply.html(`<script nonce="${nonce}"></script>${nonce.value}`)
  }

  @Get('/no-nonce')
  noNonce(nonce: CspNonce) {
    return nonce.value
  }

  @SecurityHeaders(false)
  @Get('/bare')
  bare() {
    return 'bare'
  }

  @SecurityHeaders({ csp: false, hsts: 'max-age=60' })
  @Get('/without-policy')
  withoutPolicy() {
    return Reply.html('page')
  }
}

const { kernel, log } = kernelOf([App, Pages], { config: { FW_TRUSTED_PROXIES: 'hops:1' } })
const policy = "default-src 'none'; frame-ancestors 'none'"

describe.each(transports)('through %s', (_name, open) => {
  const send = useTransport(open, kernel)
  const headers = async (path: string, given: Record<string, string> = {}) =>
    (await send(path, { headers: given })).headers

  test('a page has the headers of helmet, with a referrer policy that keeps the Origin of forms', async () => {
    const found = await headers('/page')
    expect(Object.fromEntries(found)).toMatchObject({
      'content-security-policy':
        "default-src 'self'; base-uri 'self'; font-src 'self' https: data:; form-action 'self'; " +
        "frame-ancestors 'self'; img-src 'self' data:; object-src 'none'; script-src 'self'; " +
        "script-src-attr 'none'; style-src 'self' https: 'unsafe-inline'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    })
    expect(found.has('strict-transport-security')).toBe(false)
  })

  test.each(['/data', '/nowhere', '/openapi.json'])('%s has the security headers', async (path) => {
    const found = await headers(path)
    expect(found.get('content-security-policy')).toBe(policy)
    expect(found.get('x-content-type-options')).toBe('nosniff')
  })

  test('the headers of a reply are kept', async () => {
    const own = await headers('/own')
    expect(own.get('content-security-policy')).toBe("default-src 'none'")
    expect(own.get('x-frame-options')).toBe('DENY')
    expect((await headers('/response')).get('referrer-policy')).toBe('no-referrer')
    expect((await headers('/docs')).get('content-security-policy')).toContain("script-src 'self';")
  })

  test('HSTS is sent only over TLS', async () => {
    const secure = { 'x-forwarded-proto': 'https' }
    expect((await headers('/data', secure)).get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    )
    expect((await headers('/without-policy', secure)).get('strict-transport-security')).toBe(
      'max-age=60',
    )
  })

  test('a 304 has no policy, because it would replace that of the cached page', async () => {
    const found = await headers('/kept')
    expect(found.has('content-security-policy')).toBe(false)
    expect(found.get('x-frame-options')).toBe('SAMEORIGIN')
  })

  test('a nonce is new for each reply, and the same in policy and page', async () => {
    const nonces = new Set<string>()
    for (let count = 0; count < 3; count += 1) {
      const response = await send('/scripts')
      const [, nonce = ''] = /nonce="([\w+/]{24})"/.exec(await response.text()) ?? []
      expect(response.headers.get('content-security-policy')).toBe(
        `script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`,
      )
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
  })

  test('a string replaces a header, and false omits it', async () => {
    const found = await headers('/scripts')
    expect(found.get('x-frame-options')).toBe('DENY')
    expect(found.has('x-xss-protection')).toBe(false)
    expect((await headers('/without-policy')).has('content-security-policy')).toBe(false)
    expect((await headers('/bare')).has('x-frame-options')).toBe(false)
  })

  test('a nonce that the policy does not use is an error', async () => {
    log.errors.splice(0)
    expect((await send('/no-nonce')).status).toBe(500)
    expect(String((log.errors[0] as { error: Error }).error)).toContain('has no {nonce}')
  })
})

test.each([
  [
    { frameOption: 'DENY' },
    '@SecurityHeaders has no option "frameOption". Its options are csp, hsts, ',
  ],
  [
    { csp: "default-src 'self'\nx" },
    '@SecurityHeaders: csp must be false, or a header value of printable ASCII characters.',
  ],
  [{ hsts: true }, '@SecurityHeaders: hsts must be false, or a header value'],
])('the options %o are an error at boot', (options, message) => {
  @SecurityHeaders(options as object)
  class Page {
    @Get('/')
    page() {
      return 'page'
    }
  }
  expect(() => kernelOf([Page])).toThrow(message)
})
