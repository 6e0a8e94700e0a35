import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { read, type Ask } from './cases.ts'

const partner = 'https://partner.example'

const text = (body: string, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
})

/** The effect of the settings on every platform. */
export const siteCases: Readonly<Record<string, (ask: Ask) => Promise<void>>> = {
  async 'a body has the limit of its route'(ask) {
    expect(await read(await ask('/site/small', text('"short"')))).toEqual([200, 5])
    expect(await read(await ask('/site/small-stream', text('short')))).toEqual([200, 5])
    for (const path of ['/site/small', '/site/small-stream']) {
      expect(await read(await ask(path, text(`"${'x'.repeat(20)}"`)))).toEqual([
        413,
        { error: 'The request body is over 16 bytes.' },
      ])
    }
  },

  async 'a request that takes too long is a 503, and its signal is aborted'(ask) {
    const [, before] = await read(await ask('/site/aborted'))
    expect(await read(await ask('/site/slow'))).toEqual([
      503,
      { error: 'The request took too long.' },
    ])
    const [, after] = await read(await ask('/site/aborted'))
    expect(after).toBe((before as number) + 1)
  },

  async 'a client with a current copy gets 304'(ask) {
    const first = await ask('/site/hello')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await ask('/site/hello', { headers: { 'if-none-match': tag } })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, ''])
    expect((await ask('/site/hello', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  },

  async 'pages of a listed origin may read responses and errors'(ask) {
    for (const path of ['/site/hello', '/site/nowhere']) {
      const { headers } = await ask(path, { headers: { origin: partner } })
      expect(headers.get('access-control-allow-origin')).toBe(partner)
      expect(headers.get('access-control-allow-credentials')).toBe('true')
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id')
      expect(headers.get('vary')).toContain('Origin')
    }
    const preflight = (origin: string) =>
      ask('/site/small', {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
    const allowed = await preflight(partner)
    expect([allowed.status, await allowed.text()]).toEqual([204, ''])
    expect(allowed.headers.get('access-control-allow-methods')).toBe('OPTIONS, POST')
    expect(allowed.headers.get('access-control-allow-headers')).toBe('content-type')
    expect(await read(await preflight('https://evil.example'))).toEqual([
      403,
      { error: 'The origin "https://evil.example" is not allowed.' },
    ])
  },

  async 'responses and errors have security headers and an id'(ask) {
    const ids = new Set<string | null>()
    for (const path of ['/site/hello', '/site/nowhere']) {
      const { headers } = await ask(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      )
      expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
      ids.add(headers.get('x-request-id'))
    }
    expect(ids.size).toBe(2)
  },

  async 'requests over a limit are 429'(ask) {
    const headers = { 'x-key': randomUUID() }
    const statuses: number[] = []
    for (let count = 0; count < 3; count += 1) {
      const answer = await ask('/site/counted', { headers })
      statuses.push(answer.status)
      expect(answer.headers.get('ratelimit-policy')).toBe('"Pages.counted";q=2;w=3600')
      const wait = answer.headers.get('retry-after')
      expect(wait === null).toBe(answer.status === 200)
    }
    expect(statuses).toEqual([200, 200, 429])
    const other = await ask('/site/counted', { headers: { 'x-key': randomUUID() } })
    expect(other.status).toBe(200)
  },

  async 'sessions are kept in a store, and pages of other origins change nothing'(ask) {
    const first = await ask('/site/visits', { method: 'POST' })
    expect(await read(first)).toEqual([200, 1])
    const [set = ''] = first.headers.getSetCookie()
    expect(set).toMatch(/^(?:__Host-)?session=[\w-]{43};/)
    const [cookie = ''] = set.split(';')
    const visit = (headers: Record<string, string>) =>
      ask('/site/visits', { method: 'POST', headers: { cookie, ...headers } })
    expect((await visit({ origin: 'https://evil.example' })).status).toBe(403)
    expect(await read(await visit({}))).toEqual([200, 2])
  },
}

/** The files of `createSite(root)`. */
export function writeSite(root: string): void {
  mkdirSync(join(root, 'public'), { recursive: true })
  writeFileSync(join(root, 'public/note.txt'), 'a note')
  writeFileSync(join(root, 'public/.hidden'), 'hidden')
  writeFileSync(join(root, 'secret.txt'), 'secret')
}

/** Requests for files in the folder `public`, for platforms with a file system. */
export async function servesFiles(ask: Ask): Promise<void> {
  const file = await ask('/site/files/note.txt')
  expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'a note',
  ])
  expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  const tag = file.headers.get('etag') ?? ''
  const again = await ask('/site/files/note.txt', { headers: { 'if-none-match': tag } })
  expect(again.status).toBe(304)
  const part = await ask('/site/files/note.txt', { headers: { range: 'bytes=2-3' } })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 2-3/6',
    'no',
  ])
  const head = await ask('/site/files/note.txt', { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    '6',
    '',
  ])
  for (const path of ['gone.txt', '..%2fsecret.txt', '%2e%2e/secret.txt', '.hidden', 'note.txt/']) {
    expect((await ask(`/site/files/${path}`)).status, path).toBe(404)
  }
}

/** Tests a platform with a file system on `createSite(root)`. */
export function testSite(ask: Ask): void {
  for (const [name, run] of Object.entries(siteCases)) test(name, () => run(ask))
  test('files are served', () => servesFiles(ask))
}

/** The address of a trusted proxy; if the platform reports none, no header is trusted. */
export async function knowsClient(ask: Ask, isTold: boolean): Promise<void> {
  const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.7', 'x-forwarded-proto': 'https' }
  expect(await read(await ask('/site/client', { headers }))).toEqual([
    200,
    isTold ? { ip: '203.0.113.7', secure: true } : { ip: null, secure: false },
  ])
}
