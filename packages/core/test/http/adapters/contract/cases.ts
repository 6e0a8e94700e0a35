import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect } from 'vitest'

export type Ask = (path: string, init?: RequestInit) => Promise<Response>

const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

function form(entries: readonly (readonly [string, string | File])[], method = 'POST') {
  const body = new FormData()
  for (const [name, value] of entries) body.append(name, value as string)
  return { method, body }
}

export async function read(response: Response): Promise<[number, unknown]> {
  return [response.status, await response.json()]
}

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

const order = { email: 'ann@example.com', city: 'Tromsø', lines: [{ sku: 'a', quantity: 2 }] }
const built = { ...order, note: null }
const fields = [
  ['email', 'ann@example.com'],
  ['city', 'Tromsø'],
  ['lines[0][sku]', 'a'],
  ['lines[0][quantity]', '2'],
] as const

/** Requests, and the response that every platform must give. */
export const cases: Readonly<Record<string, (ask: Ask) => Promise<void>>> = {
  async 'data is JSON in UTF-8'(ask) {
    const response = await ask('/hello')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await read(response)).toEqual([200, { hello: 'wörld' }])
  },

  async 'sessions and signed cookies are read again'(ask) {
    for (const path of ['/visits', '/signed']) {
      const first = await ask(path)
      expect(await read(first)).toEqual([200, 1])
      const [cookie = ''] = first.headers.getSetCookie().map((set) => set.split(';')[0])
      expect(await read(await ask(path, { headers: { cookie } }))).toEqual([200, 2])
    }
  },

  async 'path and query are decoded and cast'(ask) {
    expect(await read(await ask('/orders/caf%C3%A9%20a+b?limit=7&tags=x%20y&tags=a%26b'))).toEqual([
      200,
      { id: 'café a+b', limit: 7, tags: ['x y', 'a&b'] },
    ])
    expect(await read(await ask('/orders/1?limit=x'))).toEqual([
      422,
      { errors: { limit: ['must be an integer.'] } },
    ])
    expect((await ask('/orders/%E9')).status).toBe(400)
  },

  async 'a literal takes precedence over a placeholder, for each method separately'(ask) {
    for (const [path, answer] of [
      ['/shelves/top', 'top'],
      ['/shelves/tops', { shelf: 'tops' }],
      ['/shelves/gr%C3%B6%C3%9Fe', 'sizes'],
      ['/shelves/gr%C3%B6%C3%9Fer', { shelf: 'größer' }],
      ['/shelves/v1.2_a-b?limit=1', { shelf: 'v1.2_a-b' }],
      ['/shelves/a%2Fb', { shelf: 'a/b' }],
      ['/shelves/50%25', { shelf: '50%' }],
      ['/shelves/.a', { shelf: '.a' }],
      ['/shelves/...', { shelf: '...' }],
      ['/shelves/top/books/2', { shelf: 'top', book: 2 }],
      ['/shelves/top/books/last', { place: 'books' }],
      ['/shelves/top/2/last', { place: '2' }],
      ['/shelves/', { document: 'shelves' }],
    ] as const) {
      expect([path, ...(await read(await ask(path)))]).toEqual([path, 200, answer])
    }
    const removed = await ask('/shelves/top', { method: 'DELETE' })
    expect(await read(removed)).toEqual([200, { removed: 'top' }])
    const wrong = { errors: { book: ['must be an integer.'] } }
    expect(await read(await ask('/shelves/top/books/first'))).toEqual([422, wrong])
    for (const path of ['/shelves/a/', '/shelves//books/2', '/shelves/a/books', '/Shelves/a']) {
      expect([path, (await ask(path)).status]).toEqual([path, 404])
    }
    expect((await ask('/shelves/%E9')).status).toBe(400)
    for (const path of ['/shelves/a', '/shelves/top']) {
      const head = await ask(path, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
      const refused = await ask(path, { method: 'POST' })
      expect([refused.status, refused.headers.get('allow')]).toEqual([
        405,
        'DELETE, GET, HEAD, OPTIONS',
      ])
      const options = await ask(path, { method: 'OPTIONS' })
      expect([options.status, options.headers.get('allow')]).toEqual([
        204,
        'DELETE, GET, HEAD, OPTIONS',
      ])
    }
  },

  async 'a body can be JSON or either kind of form, with every method'(ask) {
    for (const [method, status] of [
      ['POST', 201],
      ['PUT', 200],
      ['PATCH', 200],
    ] as const) {
      const pairs = fields.map(([name, value]): [string, string] => [name, value])
      for (const init of [
        json(order, method),
        { method, body: new URLSearchParams(pairs) },
        form(fields, method),
      ]) {
        expect(await read(await ask('/orders', init))).toEqual([status, built])
      }
    }
  },

  async 'an invalid body has a clear status'(ask) {
    expect(await read(await ask('/orders', json({ email: 'x', city: 'T' })))).toEqual([
      422,
      {
        errors: {
          email: ['must be a valid email address.'],
          city: ['must be at least 2 characters.'],
        },
      },
    ])
    expect((await ask('/orders', json('{'))).status).toBe(400)
    const bytes = { ...json(''), body: new Uint8Array([0x22, 0xff, 0x22]) }
    expect((await ask('/orders', bytes)).status).toBe(400)
    const multipart = { ...json('x'), headers: { 'content-type': 'multipart/form-data' } }
    expect((await ask('/orders', multipart)).status).toBe(400)
  },

  async 'a body is UTF-8 to its last byte'(ask) {
    const encoder = new TextEncoder()
    const inForm = (city: readonly number[]) => ({
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new Uint8Array([...encoder.encode('email=ann@example.com&city=Tr'), ...city]),
    })
    for (const cut of [[0x80], [0xc3], [0xe2, 0x82], [0xf0, 0x9f], [0xf0, 0x9f, 0x98]]) {
      expect([cut, (await ask('/orders', inForm(cut))).status]).toEqual([cut, 400])
    }
    const replaced = await ask('/orders', inForm([...encoder.encode('\uFFFD')]))
    expect(await read(replaced)).toMatchObject([201, { city: 'Tr\uFFFD' }])
    const accented = await ask('/orders', inForm([...encoder.encode('\u00e9\u6f22')]))
    expect(await read(accented)).toMatchObject([201, { city: 'Tr\u00e9\u6f22' }])
    const marked = await ask('/orders', json(`\ufeff${JSON.stringify(order)}`))
    expect(await read(marked)).toEqual([201, built])
    expect((await ask('/orders', json('\ufeff{'))).status).toBe(400)
    expect((await ask('/orders', json('\ufeff'.repeat(100_000)))).status).toBe(400)
    // Has as many bytes in UTF-8 as in UTF-16 with its mark.
    const [start, end] = ['{"email":"ann@example.com","city":"', '"}']
    const city = '\u6f22'.repeat(start.length + end.length + 2)
    const body = start + city + end
    expect(await read(await ask('/orders', json(body)))).toMatchObject([201, { city }])
    const units = Uint16Array.from(`\ufeff${body}`, (unit) => unit.charCodeAt(0))
    const wide = { ...json(''), body: new Uint8Array(units.buffer) }
    expect((await ask('/orders', wide)).status).toBe(400)
  },

  async 'a body over the limit is a 413'(ask) {
    const response = await ask('/orders', json(`"${'x'.repeat(4_000_000)}"`))
    expect(await read(response)).toEqual([
      413,
      { error: 'The request body is over 4000000 bytes.' },
    ])
    expect((await ask('/hello')).status).toBe(200)
  },

  async 'a body of unknown length is read and limited in the same way'(ask) {
    const text = JSON.stringify(order)
    const inPieces = (whole: string) => ({
      ...json(''),
      body: new Blob([whole]).stream(),
      duplex: 'half' as const,
    })
    expect(await read(await ask('/orders', inPieces(text)))).toEqual([201, built])
    const long = await ask('/orders', inPieces(`"${'ü'.repeat(2_000_000)}"`))
    expect(long.status).toBe(413)
    expect((await ask('/orders', { ...json(''), body: '\ufeff{}' })).status).toBe(422)
    expect((await ask('/orders', { ...json(''), body: new Uint8Array([0xf0, 0x9f]) })).status).toBe(
      400,
    )
  },

  async 'ten megabytes pass in both directions'(ask) {
    const bytes = 10_000_000
    const init = { method: 'POST', body: new Uint8Array(bytes).fill(3) }
    expect(await read(await ask('/weigh', init))).toEqual([
      200,
      { bytes, sum: (bytes * 3) % 65_536 },
    ])
    const pallet = new Uint8Array(await (await ask(`/pallet?bytes=${bytes}`)).arrayBuffer())
    expect([pallet.length, pallet.every((byte) => byte === 7)]).toEqual([bytes, true])
  },

  async 'small and large files arrive unchanged'(ask) {
    const every = Uint8Array.from({ length: 512 }, (_, index) => index % 256)
    for (const [content, size, sum] of [
      [every, 512, 65_280],
      [new Uint8Array(2_000_000).fill(3), 2_000_000, (2_000_000 * 3) % 65_536],
    ] as const) {
      for (const method of ['POST', 'PUT']) {
        const init = form(
          [
            ['title', 'Ærlig'],
            ['document', new File([content], 'grüße.bin', { type: 'application/x-test' })],
            ['more', new File(['1'], '1.txt')],
            ['more', new File([''], '2.txt')],
          ],
          method,
        )
        expect(await read(await ask('/upload', init))).toEqual([
          200,
          {
            name: 'grüße.bin',
            type: 'application/x-test',
            size,
            sum,
            more: ['1.txt', '2.txt'],
            title: 'Ærlig',
          },
        ])
      }
    }
  },

  async 'bytes are sent unchanged, with a name for the download'(ask) {
    const response = await ask('/bytes')
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="gr__e.bin"; filename*=UTF-8''gr%C3%BC%C3%9Fe.bin`,
    )
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([...Array(256).keys()])
    expect(await (await ask('/csv')).text()).toBe('ä;b')
  },

  async 'repeated Set-Cookie headers stay separate'(ask) {
    const response = await ask('/cookies')
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; HttpOnly'])
    expect(response.headers.get('x-one')).toBe('1')
    expect(await response.text()).toBe('<p>ü</p>')
  },

  async 'a Response is sent as it is'(ask) {
    const response = await ask('/response')
    expect(response.status).toBe(202)
    expect(response.headers.get('x-by')).toBe('hand')
    expect(response.headers.getSetCookie()).toEqual(['c=3', 'd=4'])
    expect(await response.text()).toBe('by hand')
  },

  async 'statuses, empty bodies and errors are those of the kernel'(ask) {
    const redirect = await ask('/redirect', { redirect: 'manual' })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/hello'])
    const nothing = await ask('/nothing', { method: 'POST' })
    expect([nothing.status, await nothing.text()]).toEqual([204, ''])
    expect(await read(await ask('/teapot'))).toEqual([418, { error: 'I am a teapot.' }])
    expect(await read(await ask('/broken'))).toEqual([500, { error: 'Internal server error.' }])
    expect(await read(await ask('/gone'))).toEqual([404, { error: 'No route matches GET /gone.' }])
    const refused = await ask('/hello', { method: 'DELETE' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const head = await ask('/hello', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const options = await ask('/hello', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  },

  async 'streams and events arrive completely'(ask) {
    const stream = await ask('/stream')
    expect(stream.headers.get('content-type')).toBe('application/octet-stream')
    expect(await stream.text()).toBe('one two three')
    const events = await ask('/events')
    expect(events.headers.get('content-type')).toBe('text/event-stream')
    expect(await events.text()).toBe(
      [1, 2, 3].map((n) => `event: tick\nid: ${n}\ndata: {"count":${n}}\n\n`).join(''),
    )
  },

  async 'a compressed response is decoded to its original content'(ask) {
    const text = JSON.stringify({ text: 'the same again and again, '.repeat(200) })
    for (const [coding, decode] of Object.entries(decoders)) {
      const headers = { 'accept-encoding': coding }
      for (const [path, whole] of [
        ['/compressed', text],
        ['/compressed-stream', `data: ${text}\n\n`.repeat(3)],
      ] as const) {
        const response = await ask(path, { headers })
        // The proxy in front of a Cloudflare worker compresses.
        expect([coding, null]).toContain(response.headers.get('content-encoding'))
        const bytes = Buffer.from(await response.arrayBuffer())
        // fetch has decoded what came over a socket.
        const isPlain = bytes.subarray(0, 4).equals(Buffer.from(whole.slice(0, 4)))
        expect((isPlain ? bytes : decode(bytes)).toString()).toBe(whole)
      }
    }
  },

  async 'a method that takes the Request gets all of it'(ask) {
    const init = { method: 'POST', body: 'tëxt', headers: { 'x-sent': '1', cookie: 'a=1; b=2' } }
    expect(await read(await ask('/echo?x=1%202&y', init))).toEqual([
      200,
      {
        method: 'POST',
        pathname: '/echo',
        search: expect.stringMatching(/^\?x=1%202&y=?$/),
        header: '1',
        cookie: 'a=1; b=2',
        body: 'tëxt',
      },
    ])
  },

  async 'the end of a response is reported with its bytes, and the request is still readable'(ask) {
    const [, ip] = await read(await ask('/ip'))
    const headers = { 'user-agent': 'teller' }
    expect(await read(await ask('/told?x=1', { headers }))).toEqual([200, { told: 'ü' }])
    const end = { status: 200, bytes: 13, aborted: false }
    const seen = { agent: 'teller', path: '/told', query: 'x=1', host: expect.any(String) }
    const sent = async () => (await ask('/sent')).json()
    await expect.poll(sent).toEqual({ ...end, ...seen, ...(ip as object) })
  },

  async 'request-scoped services can use the request, and are disposed after the response'(ask) {
    const [, before] = await read(await ask('/ended'))
    expect(await read(await ask('/session'))).toEqual([200, { path: '/session' }])
    expect(await (await ask('/session-stream')).text()).toBe('data: /session-stream\n\n')
    const [, after] = await read(await ask('/ended'))
    expect(after).toBe((before as number) + 2)
  },
}

/** Cases for platforms that stream. */
export async function streamsAsItGoes(ask: Ask): Promise<void> {
  const response = await ask('/endless')
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let text = ''
  while (!text.includes('data: 2\n\n')) text += (await reader.read()).value
  expect(text).toMatch(/^data: 0\n\ndata: 1\n\n/)
  await reader.cancel()
}

/** Requests of clients that do not resolve paths. */
export async function pathsAsSent(port: number): Promise<void> {
  for (const [path, statuses] of [
    ['/shelves/%74op', /200/],
    ['/shelves/a#b', /200|400/],
    ['/shelves/..', /400|404/],
    ['/shelves/%2e%2E', /400|404/],
    ['/shelves/../books/2', /400|404/],
    ['/shelves/a/../books', /200|400|404/],
    ['/shelves/%', /400/],
    ['/shelves/%zz/books/2', /400/],
    ['/shelves/a\\b', /400|404/],
  ] as const) {
    const answer = await send(port, `GET ${path}`, 'shop.example')
    expect([path, answer.slice(9, 12)]).toEqual([path, expect.stringMatching(statuses)])
    expect(answer).not.toContain('".."')
  }
}

/** Requests of clients that do not check the host. */
export async function hostsAsSent(port: number): Promise<void> {
  for (const host of [
    'a b',
    'a/b',
    '/',
    'a?b',
    'a#b',
    '@',
    'a/b?',
    'a:b',
    'a:99999',
    'a%zz',
    '"a"',
  ]) {
    for (const line of ['GET /ip', 'GET /ip?/', 'POST /echo']) {
      const answer = await send(port, line, host)
      expect([host, line, answer.slice(9, 12)]).toEqual([host, line, '400'])
    }
  }
  expect(await send(port, 'GET /ip', 'shop.example')).toContain(' 200 ')
  expect(await send(port, 'GET /ip', '')).toContain(' 200 ')
  for (const target of ['http://shop.example?a=hello', 'http://shop.example?a=/hello']) {
    expect(await send(port, `GET ${target}`, 'shop.example')).toMatch(/^HTTP\/1\.1 40[04] /)
  }
}

/** The methods of the whole server. */
export async function optionsOfServer(port: number, status: 204 | 400): Promise<void> {
  const answer = await send(port, 'OPTIONS *', 'shop.example')
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  if (status === 204)
    expect(answer).toMatch(/^Allow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT\r$/im)
}

/** The start of the response to a request without a body. */
async function send(port: number, line: string, host: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`)
  try {
    return await new Promise((resolve) =>
      socket.setEncoding('latin1').once('data', (text) => resolve(String(text))),
    )
  } finally {
    socket.destroy()
  }
}

/** Cases for platforms with connections. */
export async function clientsLeave(port: number, ask: Ask): Promise<void> {
  const left = async () => (await ask('/left')).json() as Promise<{ left: number; errors: number }>
  const before = await left()
  for (const head of ['GET /wait', 'POST /orders']) {
    const socket = connect({ port, host: '127.0.0.1' })
    const length = head.startsWith('POST')
      ? 'Content-Type: application/json\r\nContent-Length: 50\r\n'
      : ''
    socket.write(`${head} HTTP/1.1\r\nHost: shop.example\r\n${length}\r\n{`)
    await sleep(200)
    socket.destroy()
  }
  await expect.poll(left).toEqual({ ...before, left: before.left + 1 })
}
