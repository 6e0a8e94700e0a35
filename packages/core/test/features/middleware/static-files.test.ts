import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import {
  Application,
  Compress,
  Conditional,
  Container,
  Get,
  HttpError,
  HttpRequest,
  Kernel,
  Logger,
  Post,
  Provides,
  Reply,
  Router,
  Stage,
  StaticFiles,
  Use,
  type Class,
  type Middleware,
  type Next,
} from '@fw/core'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { transports, kernelOf, RecordedLog, startServer, useTransport } from '../../http/serving.ts'
import { RawClient } from '../../http/adapters/raw-client.ts'

const root = mkdtempSync(join(tmpdir(), 'fw-static-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, contents: string | Uint8Array): void {
  const file = join(root, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, contents)
}

const script = 'console.log("a script that is long enough")\n'.repeat(100)

write('secret.txt', 'secret')
write('public/index.html', '<h1>Shop</h1>')
write('public/robots.txt', 'User-agent: *')
write('public/docs/index.html', '<h1>Docs</h1>')
write('public/docs/a b+ü%.txt', 'odd name')
write('public/assets/app.3f2a91bc.js', script)
write('public/.env', 'KEY=secret')
write('public/.git/config', 'secret')
write('public/.well-known/security.txt', 'Contact: me')
write('public/.well-known/.hidden', 'secret')
write('public/orders', 'a file where a route is')
write('public/docs.json', 'not the document')
write('app/index.html', '<h1>App</h1>')
write('app/app.js', script)
write('app/app.js.zst', zstdCompressSync(Buffer.from(script)))
write('app/app.js.br', brotliCompressSync(Buffer.from(script)))
write('app/app.js.gz', gzipSync(Buffer.from(script)))
write('app/plain.js', script)
symlinkSync(join(root, 'secret.txt'), join(root, 'public/link-out.txt'))
symlinkSync(root, join(root, 'public/folder-out'))
symlinkSync(join(root, 'public/robots.txt'), join(root, 'public/link-in.txt'))
symlinkSync('loop', join(root, 'public/loop'))
symlinkSync(join(root, 'gone'), join(root, 'public/dangling'))

class User {}

const trail: string[] = []

@Stage('observe')
class Watch implements Middleware {
  handle(request: HttpRequest, next: Next) {
    return next((reply) => {
      trail.push(`${request.method} ${request.path} ${reply.status}`)
      return reply.withHeader('x-watched', 'yes')
    })
  }
}

@Stage('authenticate')
@Provides(User)
class SignedIn implements Middleware {
  async handle(request: HttpRequest, next: Next) {
    await Promise.resolve()
    if (request.header('x-forbidden')) throw new HttpError(401, 'Sign in first.')
    request.provide(User, new User())
    return next()
  }
}

@Application()
@StaticFiles('/', 'public', { immutable: /\.[0-9a-f]{8}\./g })
@StaticFiles('/app/', 'app', { fallback: 'index.html', precompressed: true })
@Use(Watch, SignedIn)
class App {}

class Orders {
  @Get('/orders')
  list() {
    return ['a route']
  }

  @Post('/posted')
  post() {
    return 'posted'
  }
}

const { kernel, log } = kernelOf([App, Orders], { root })

beforeEach(() => void (trail.length = 0))

describe.each(transports)('through %s', (_name, open) => {
  const sendRequest = useTransport(open, kernel)

  test('a file is sent with its type, ETag and length', async () => {
    const response = await sendRequest('/robots.txt')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('content-length')).toBe('13')
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('last-modified')).toMatch(/GMT$/)
    expect(await response.text()).toBe('User-agent: *')
    const headers = { 'if-none-match': response.headers.get('etag') as string }
    const repeated = await sendRequest('/robots.txt', { headers })
    expect([repeated.status, await repeated.text()]).toEqual([304, ''])
    expect(repeated.headers.get('cache-control')).toBe('no-cache')
    const part = await sendRequest('/robots.txt', { headers: { range: 'bytes=0-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'User'])
  })

  test.each([
    ['/', '<h1>Shop</h1>'],
    ['/index.html', '<h1>Shop</h1>'],
    ['/docs/index.html', '<h1>Docs</h1>'],
    ['/docs/a%20b+%C3%BC%25.txt', 'odd name'],
    ['/robots.txt?query=1', 'User-agent: *'],
    ['/%72obots.txt', 'User-agent: *'],
    ['/.well-known/security.txt', 'Contact: me'],
    ['/link-in.txt', 'User-agent: *'],
    ['/app/', '<h1>App</h1>'],
    ['/app/plain.js', script],
  ])('%s returns the file', async (path, contents) => {
    const response = await sendRequest(path)
    expect([response.status, await response.text()]).toEqual([200, contents])
  })

  test.each([
    '/unknown.txt',
    '/assets',
    '/assets/',
    '/assets/unknown/',
    '/index.html/',
    '/index.html/x',
    '/.env',
    '/%2eenv',
    '/.git/config',
    '/%2Egit/config',
    '/.well-known/.hidden',
    '/%E9',
    '/%',
    '/link-out.txt',
    '/folder-out/secret.txt',
    '/loop',
    '/dangling',
    '/docs//index.html',
    '/docs%2findex.html',
    '/docs%2Findex.html',
    '/docs%5cindex.html',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/%252e%252e/secret.txt',
    '/docs/%252e%252e/robots.txt',
    '/robots.txt%00',
    '/robots.txt%00.html',
    '/%00',
    '/robots.txt%20',
    '/ROBOTS.TXT',
    '/app/../secret.txt%00',
    '/appx',
    '/a'.repeat(3000),
    `/${'a'.repeat(5000)}`,
    `/${'a/'.repeat(2000)}`,
    `/${'%2e'.repeat(2000)}`,
  ])('%s returns 404', async (path) => {
    const response = await sendRequest(path)
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: expect.stringMatching(/^No route matches GET /) },
    ])
    expect(response.headers.get('x-watched')).toBe('yes')
  })

  test('a route or an endpoint takes precedence over a file', async () => {
    expect(await (await sendRequest('/orders')).json()).toEqual(['a route'])
    expect((await sendRequest('/docs')).headers.get('content-type')).toMatch(/^text\/html/)
    expect(await (await sendRequest('/docs')).text()).not.toContain('<h1>Docs</h1>')
  })

  test('only GET and HEAD are supported', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await sendRequest('/robots.txt', { method })).status).toBe(404)
    }
    const refused = await sendRequest('/posted')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
    const head = await sendRequest('/robots.txt', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe('13')
    expect((await sendRequest('/unknown', { method: 'HEAD' })).status).toBe(404)
  })

  test('immutable files are cached for a year, by the requested path', async () => {
    for (let round = 0; round < 3; round += 1) {
      const response = await sendRequest('/assets/app.3f2a91bc.js')
      await response.body?.cancel()
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test('files run the middleware of the application, and only their own authentication', async () => {
    const forbidden = { 'x-forbidden': 'yes' }
    expect((await sendRequest('/robots.txt', { headers: forbidden })).status).toBe(401)
    expect((await sendRequest('/unknown.txt', { headers: forbidden })).status).toBe(404)
    expect(trail).toEqual(['GET /robots.txt 401', 'GET /unknown.txt 404'])
  })

  test('the fallback is sent only for pages that a browser requests', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    for (const path of ['/app/orders/7', '/app', '/app/orders/']) {
      const page = await sendRequest(path, { headers: { accept } })
      expect([page.status, await page.text()]).toEqual([200, '<h1>App</h1>'])
      expect(page.headers.get('cache-control')).toBe('no-cache')
      expect(page.headers.get('vary')).toBe('Accept')
    }
    for (const [path, accepted] of [
      ['/app/orders/7', '*/*'],
      ['/app/orders/7', 'application/json'],
      ['/app/orders/7', 'text/html;q=0'],
      ['/app/gone.js', accept],
      ['/app/gone%2ejs', accept],
      ['/app/orders%2f7', accept],
      ['/app/.git', accept],
      ['/app//orders', accept],
      ['/orders/7', accept],
      ['/apple', accept],
    ] as const) {
      const missing = await sendRequest(path, { headers: { accept: accepted } })
      const vary = accepted === accept ? null : 'Accept'
      expect([missing.status, missing.headers.get('vary')]).toEqual([404, vary])
    }
    const post = await sendRequest('/app/orders', { method: 'POST', headers: { accept } })
    expect(post.status).toBe(404)
  })
})

const fetched = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  kernel.fetch(new Request(`http://localhost${path}`, { headers, method }))

test.each([
  ['zstd, br, gzip', 'zstd'],
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br;q=0.5', 'gzip'],
  ['identity', null],
  ['', null],
])(
  'a client that accepts "%s" gets the precompressed file with the coding %s',
  async (accept, coding) => {
    const response = await fetched('/app/app.js', { 'accept-encoding': accept })
    expect(response.headers.get('content-encoding')).toBe(coding)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    const etag = response.headers.get('etag') as string
    expect(etag).toMatch(/^"/)
    const headers = { 'accept-encoding': accept, 'if-none-match': etag }
    const repeated = await fetched('/app/app.js', headers)
    expect([repeated.status, repeated.headers.get('vary')]).toEqual([304, 'Accept-Encoding'])
    const head = await fetched('/app/app.js', { 'accept-encoding': accept }, 'HEAD')
    expect([...head.headers]).toEqual([...response.headers])
    expect((await response.arrayBuffer()).byteLength).toBe(
      Number(response.headers.get('content-length')),
    )
  },
)

test('a file without compressed versions has no Vary header', async () => {
  const response = await fetched('/app/plain.js', { 'accept-encoding': 'br' })
  expect(response.headers.get('vary')).toBeNull()
  await response.body?.cancel()
})

test('a compressed file that is a link out of the folder is ignored', async () => {
  symlinkSync(join(root, 'secret.txt'), join(root, 'app/plain.js.gz'))
  const response = await fetched('/app/plain.js', { 'accept-encoding': 'gzip' })
  expect(await response.text()).toBe(script)
})

test('over a raw connection, invalid paths are a 400 or a 404', async () => {
  const port = await startServer(kernel)
  for (const path of [
    '/../secret.txt',
    '/docs/../../secret.txt',
    '/docs/..',
    '/docs/.',
    '/..',
    '//localhost/secret.txt',
    '//robots.txt',
    '/\\robots.txt',
    '/docs\\..\\..\\secret.txt',
    '/./robots.txt',
    '/%2e%2e/secret.txt',
    '/app/%2e%2e/secret.txt',
  ]) {
    const client = await RawClient.connect(port)
    client.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    const received = await client.until(/\r\n\r\n[^]*\}/)
    expect(received).toMatch(/^HTTP\/1\.1 40[04] /)
    expect(received).not.toContain('location')
  }
})

test('none of thousands of paths gives access to other files', async () => {
  const pieces = [
    '..',
    '.',
    '%2e%2e',
    '%2E.',
    '/',
    '/',
    '/',
    '//',
    '%2f',
    '\\',
    '%5c',
    '%00',
    '%',
    '%25',
    '%252e',
    ';',
    '~',
    ' ',
  ]
    .concat([
      'public',
      'app',
      'docs',
      'secret.txt',
      'robots.txt',
      '.env',
      '.git',
      'config',
      'link-out.txt',
      'folder-out',
    ])
    .concat([
      'index.html',
      'é',
      '%c3%a9',
      '%c0%af',
      '%ff',
      '::$DATA',
      'C:',
      'file:',
      'a'.repeat(300),
    ])
  let seed = 20_261_122
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const port = await startServer(kernel)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  onTestFinished(() => agent.destroy())
  const sendRequest = (path: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const pendingRequest = request(
        { agent, port, path, headers: { accept: 'text/html' } },
        (response) => {
          let body = ''
          response.setEncoding('latin1').on('data', (text: string) => (body += text))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
        },
      )
      pendingRequest.on('error', reject).end()
    })
  const statuses = new Set<number>()
  for (let round = 0; round < 300; round += 1) {
    const paths = Array.from(
      { length: 10 },
      () =>
        `/${Array.from({ length: 1 + random(7) }, () => pieces[random(pieces.length)]).join('')}`,
    )
    const responses = await Promise.all(
      paths.map((path) => sendRequest(encodeURI(path).replaceAll('%25', '%'))),
    )
    for (const [index, { status, body }] of responses.entries()) {
      statuses.add(status)
      expect(body, paths[index]).not.toMatch(/^(?:secret|KEY=)/)
      expect(status, paths[index]).toBeLessThan(500)
    }
  }
  expect([...statuses].toSorted()).toEqual([200, 404])
})

test('a file that cannot be read is a 500, inside all middleware', async () => {
  write('public/closed.txt', 'closed')
  chmodSync(join(root, 'public/closed.txt'), 0)
  log.errors.length = 0
  const response = await fetched('/closed.txt')
  // An administrator may read it.
  if (process.getuid?.() === 0) return void (await response.text())
  expect([response.status, await response.json()]).toEqual([
    500,
    { error: 'Internal server error.' },
  ])
  expect(response.headers.get('x-watched')).toBe('yes')
  expect(log.errors).toHaveLength(1)
})

test('a file that is replaced while it is sent arrives as it was', async () => {
  const size = 20 * 1024 * 1024
  write('public/large.bin', Buffer.alloc(size, 'a'))
  const response = await fetched('/large.bin')
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let count = (await reader.read()).value?.length ?? 0
  write('public/other.bin', Buffer.alloc(size, 'b'))
  renameSync(join(root, 'public/other.bin'), join(root, 'public/large.bin'))
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    expect(value.includes(0x62)).toBe(false)
    count += value.length
  }
  expect(count).toBe(size)
})

test('a file that is replaced before it is opened is sent with the length and ETag of the new one', async () => {
  class Racing {
    @Get('/racing')
    racing() {
      write('public/raced.txt', 'old')
      const reply = Reply.file(join(root, 'public/raced.txt'))
      write('public/newer.txt', 'the new one')
      renameSync(join(root, 'public/newer.txt'), join(root, 'public/raced.txt'))
      return reply
    }
  }
  const racing = kernelOf([Racing]).kernel
  const response = await racing.fetch(new Request('http://localhost/racing'))
  expect(response.headers.get('content-length')).toBe('11')
  expect(response.headers.get('etag')).toMatch(/^"b-/)
  expect(await response.text()).toBe('the new one')
  const part = await racing.fetch(
    new Request('http://localhost/racing', { headers: { range: 'bytes=1-2' } }),
  )
  expect([part.headers.get('content-range'), await part.text()]).toEqual(['bytes 1-2/11', 'he'])
})

test('a file that grows is sent with its former length; one that shrinks breaks the response', async () => {
  write('public/log.txt', 'x'.repeat(200_000))
  const growing = await fetched('/log.txt')
  appendFileSync(join(root, 'public/log.txt'), 'more')
  expect(await growing.text()).toBe('x'.repeat(200_000))
  const shrinking = await fetched('/log.txt')
  truncateSync(join(root, 'public/log.txt'), 100)
  await expect(shrinking.text()).rejects.toThrow()
})

test('files support compression and conditional requests', async () => {
  @Application()
  @StaticFiles('/', 'public')
  @Compress()
  @Conditional()
  class Compressed {}
  const { kernel: compressing } = kernelOf([Compressed], { root })
  const fetchWith = (headers: Record<string, string>) =>
    compressing.fetch(new Request('http://localhost/assets/app.3f2a91bc.js', { headers }))
  const first = await fetchWith({ 'accept-encoding': 'br' })
  const tag = first.headers.get('etag') as string
  expect([first.headers.get('content-encoding'), tag.slice(0, 3)]).toEqual(['br', 'W/"'])
  await first.body?.cancel()
  const repeated = await fetchWith({ 'accept-encoding': 'br', 'if-none-match': tag })
  expect([repeated.status, repeated.headers.get('etag')]).toEqual([304, tag])
})

test('a preflight for a file gets the policies of the application', async () => {
  const preflight = async (path: string, method: string) => {
    const headers = { origin: 'https://other.example', 'access-control-request-method': method }
    trail.length = 0
    const response = await fetched(path, { ...headers, 'x-forbidden': 'yes' }, 'OPTIONS')
    return [response.status, response.headers.get('allow'), trail.length]
  }
  expect(await preflight('/robots.txt', 'GET')).toEqual([204, 'GET, HEAD, OPTIONS', 1])
  expect(await preflight('/robots.txt', 'HEAD')).toEqual([204, 'GET, HEAD, OPTIONS', 1])
  expect(await preflight('/robots.txt', 'PUT')).toEqual([404, null, 1])
  expect(await preflight('/unknown.txt', 'GET')).toEqual([404, null, 1])
  expect(await preflight('/orders', 'HEAD')).toEqual([204, 'GET, HEAD, OPTIONS', 1])
})

test('the middleware of files can be listed', () => {
  const chains = kernel.chains.filter(({ target }) => target.kind === 'files')
  expect(
    chains.map(({ target, middleware }) => [target.path, middleware.map(({ type }) => type.name)]),
  ).toEqual([
    ['/app', ['Watch', 'SignedIn']],
    ['/', ['Watch', 'SignedIn']],
  ])
})

test('the longest path is tried first', async () => {
  @Application()
  @StaticFiles('/', 'public')
  @StaticFiles('/docs', 'app')
  class Nested {}
  const { kernel: nested } = kernelOf([Nested], { root, exposeOpenApi: false })
  const text = async (path: string) =>
    (await nested.fetch(new Request(`http://localhost${path}`))).text()
  expect(await text('/docs/index.html')).toBe('<h1>App</h1>')
  expect(await text('/docs/a%20b+%C3%BC%25.txt')).toBe('odd name')
})

const apply = (type: Class, ...decorators: ((target: object) => void)[]): Class => {
  for (const decorate of decorators) decorate(type)
  return type
}

test.each([
  [() => StaticFiles('public', 'public'), 'it does not start with "/"'],
  [
    () => StaticFiles('/{name}', 'public'),
    '"/{name}" has a placeholder. Use a fixed path for static files.',
  ],
  [
    () => StaticFiles('/', '.'),
    `@StaticFiles would publish ${root}, and with it the sources of the application.`,
  ],
  [() => StaticFiles('/', '..'), '@StaticFiles would publish '],
  [() => StaticFiles('/', '/'), '@StaticFiles would publish /, '],
  [
    () => StaticFiles('/', 'public', { immutable: '.js' as never }),
    'The option immutable must be a regular expression',
  ],
])('%s is an error at boot', (use, message) => {
  class Site {}
  expect(() => kernelOf([apply(Site, Application(), use())], { root })).toThrow(message)
})

test('two folders for the same path are an error at boot', () => {
  class Site {}
  apply(Site, Application(), StaticFiles('/a', 'public'), StaticFiles('/a/', 'app'))
  expect(() => kernelOf([Site], { root })).toThrow(
    '@StaticFiles is used twice for "/a". Give each folder a different path.',
  )
})

test('@StaticFiles on anything but the application is an error at boot', () => {
  @StaticFiles('/', 'public')
  class Controller {
    @Get('/x')
    get() {
      return 'x'
    }
  }
  class OnMethod {
    @StaticFiles('/', 'public')
    @Get('/x')
    get() {
      return 'x'
    }
  }
  const message =
    '@StaticFiles only works on the class that is marked @Application(). Move it there.'
  expect(() => kernelOf([Controller], { root })).toThrow(message)
  expect(() => kernelOf([OnMethod], { root })).toThrow(message)
})

test('a missing folder or fallback is logged, and not an error', async () => {
  const warnings: string[] = []
  class Log extends RecordedLog {
    override warn(message?: string) {
      warnings.push(String(message))
    }
  }
  class Site {}
  apply(
    Site,
    Application(),
    StaticFiles('/', 'not-built'),
    StaticFiles('/app', 'public', { fallback: 'gone.html' }),
  )
  const container = new Container().instance(Logger, new Log()).boot()
  const silent = new Kernel(container, new Router().register(Site), { root })
  expect(warnings.toSorted()).toEqual([
    `There is no file "gone.html" in ${root}/public, so @StaticFiles has no fallback below "/app".`,
    `There is no folder ${root}/not-built, so @StaticFiles serves nothing below "/".`,
  ])
  const response = await silent.fetch(
    new Request('http://localhost/app/x', { headers: { accept: 'text/html' } }),
  )
  expect(response.status).toBe(404)
  write('not-built/now.txt', 'built')
  expect((await silent.fetch(new Request('http://localhost/now.txt'))).status).toBe(200)
})
