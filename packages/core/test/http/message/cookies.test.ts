import {
  Body,
  type Class,
  Container,
  type CookieOptions,
  Cookies,
  Get,
  HttpError,
  HttpRequest,
  McpTool,
  type Middleware,
  type Next,
  Post,
  Reply,
  Stage,
  Use,
} from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { expectLinearTime } from '../../support/linear-time.ts'
import { transports, kernelOf, useTransport } from '../serving.ts'

const key = 'k'.repeat(32)
const olderKey = 'o'.repeat(40)
const config = { FW_KEYS: `${key}, ${olderKey}` }

class Kept {
  constructor(readonly cookies: Cookies) {}

  @Get('/constructed')
  constructed() {
    this.cookies.set('of', 'constructor')
    return this.cookies.get('a') ?? null
  }
}

class Pages {
  @Get('/set')
  set(cookies: Cookies) {
    cookies.set('plain', 'a b;c')
    cookies.set('kept', '1', { maxAge: '30d', sameSite: 'strict', httpOnly: false, path: '/set' })
    return cookies.get('a') ?? null
  }

  @Get('/request')
  request(request: HttpRequest) {
    request.cookies.set('of', 'request')
    return request.cookies.get('a') ?? null
  }

  @Get('/twice')
  twice(cookies: Cookies) {
    cookies.set('a', '1')
    cookies.set('a', '2')
    cookies.set('a', '3', { path: '/twice' })
  }

  @Get('/deleted')
  deleted(cookies: Cookies) {
    cookies.delete('a', { path: '/shop' })
  }

  @Get('/refused')
  refused(cookies: Cookies): void {
    cookies.set('tries', '1')
    throw new HttpError(401, 'Sign in first.')
  }

  @Post('/invalid')
  invalid(cookies: Cookies, @Body() count: number) {
    cookies.set('never', 'reached')
    return count
  }

  @Get('/fails')
  fails(cookies: Cookies): void {
    cookies.set('a', '1')
    throw new Error('secret')
  }

  @Get('/response')
  response(cookies: Cookies) {
    cookies.set('a', '1')
    return new Response('text', { status: 201, headers: { 'set-cookie': 'own=1' } })
  }

  @Get('/late')
  async *late(cookies: Cookies) {
    yield 'one'
    cookies.set('a', '1')
  }

  @Get('/signed')
  signed(cookies: Cookies) {
    cookies.set('user', 'Augusta', { signed: true })
    return cookies.get('user', { signed: true }) ?? null
  }

  @Get('/sealed')
  async sealed(cookies: Cookies) {
    await cookies.set('user', 'Augusta', { sealed: true, maxAge: '1h' })
    return (await cookies.get('user', { sealed: true })) ?? null
  }

  @Get('/sealed/unawaited')
  unawaited(cookies: Cookies) {
    void cookies.set('user', 'Augusta', { sealed: true })
  }

  @Get('/sealed/large')
  large(cookies: Cookies) {
    void cookies.set('user', 'x'.repeat(4000), { sealed: true })
  }
}

const values = (response: Response) => response.headers.getSetCookie()

describe.each(transports)('through %s', (_name, open) => {
  const ask = useTransport(open, kernelOf([Pages, Kept], { config }).kernel)

  test('cookies are read, and set with safe options, over plain HTTP to localhost', async () => {
    const found = await ask('/set', { headers: { cookie: 'a=%C3%A9; b=2' } })
    expect(await found.json()).toBe('é')
    expect(values(found)).toEqual([
      'plain=a%20b%3Bc; Path=/; HttpOnly; SameSite=Lax',
      'kept=1; Max-Age=2592000; Path=/set; SameSite=Strict',
    ])
  })

  test.each([
    ['/request', ['of=request; Path=/; HttpOnly; SameSite=Lax']],
    ['/constructed', ['of=constructor; Path=/; HttpOnly; SameSite=Lax']],
    ['/twice', ['a=2; Path=/; HttpOnly; SameSite=Lax', 'a=3; Path=/twice; HttpOnly; SameSite=Lax']],
    [
      '/deleted',
      ['a=; Max-Age=0; Path=/shop; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax'],
    ],
    ['/response', ['own=1', 'a=1; Path=/; HttpOnly; SameSite=Lax']],
  ])('the route %s sets the expected cookie', async (path, expected) => {
    const found = await ask(path, { headers: { cookie: 'a=1' } })
    expect(values(found)).toEqual(expected)
    expect(found.status).toBeLessThan(300)
  })

  test('they are sent with an error below 500', async () => {
    const found = await ask('/refused')
    expect([found.status, values(found)]).toEqual([
      401,
      ['tries=1; Path=/; HttpOnly; SameSite=Lax'],
    ])
  })

  test('they are not sent with an error from 500 on', async () => {
    const found = await ask('/fails')
    expect([found.status, values(found)]).toEqual([500, []])
  })

  test('an invalid body is still a 422', async () => {
    const init = { method: 'POST', body: '"x"', headers: { 'content-type': 'application/json' } }
    expect((await ask('/invalid', init)).status).toBe(422)
  })

  test('a signed value is read only with its signature', async () => {
    const [set = ''] = values(await ask('/signed'))
    const [cookie = ''] = set.split(';')
    expect(cookie).toMatch(/^user=Augusta\.[\w-]{43}$/)
    const read = async (text: string) =>
      (await ask('/signed', { headers: { cookie: text } })).json()
    expect(await read(cookie)).toBe('Augusta')
    expect(await read(cookie.replace('Augusta', 'Eve'))).toBeNull()
    expect(await read(cookie.slice(0, -1))).toBeNull()
    expect(await read('user=Augusta')).toBeNull()
    expect(await read('user=Augusta.')).toBeNull()
  })

  test('a sealed value is read only under its own name', async () => {
    const [set = ''] = values(await ask('/sealed'))
    const [cookie = ''] = set.split(';')
    expect(cookie).toMatch(/^user=Fe26\.2\*/)
    expect(cookie).not.toContain('Augusta')
    const read = async (text: string) =>
      (await ask('/sealed', { headers: { cookie: text } })).json()
    expect(await read(cookie)).toBe('Augusta')
    expect(await read(cookie.slice(0, -2))).toBeNull()
    expect(await read('user=Fe26.2*1*2*3*4*5*6*7')).toBeNull()
    expect(await read('user=x')).toBeNull()
  })

  test('the response waits until cookies are sealed', async () => {
    expect(values(await ask('/sealed/unawaited'))[0]).toMatch(/^user=Fe26/)
    expect((await ask('/sealed/large')).status).toBe(500)
  })
})

test('a sealed cookie under another name is ignored', async () => {
  class Names {
    @Get('/other')
    async other(cookies: Cookies) {
      await cookies.set('role', 'admin', { sealed: true })
      cookies.set('role2', 'admin', { signed: true })
    }
  }
  const { kernel } = kernelOf([Pages, Names], { config })
  const [sealed = '', signed = ''] = values(await fetchFrom(kernel, '/other'))
  const value = (set: string) => set.slice(set.indexOf('=') + 1, set.indexOf(';'))
  const moved = { headers: { cookie: `user=${value(sealed)}` } }
  expect(await (await fetchFrom(kernel, '/sealed', moved)).json()).toBeNull()
  const movedToo = { headers: { cookie: `user=${value(signed)}` } }
  expect(await (await fetchFrom(kernel, '/signed', movedToo)).json()).toBeNull()
})

test('the first key signs and seals, and all keys can read', async () => {
  const old = kernelOf([Pages], { config: { FW_KEYS: olderKey } }).kernel
  const both = kernelOf([Pages], { config }).kernel
  for (const path of ['/signed', '/sealed']) {
    const [set = ''] = values(await fetchFrom(old, path))
    const cookie = set.split(';')[0] ?? ''
    const found = await fetchFrom(both, path, { headers: { cookie } })
    expect(await found.json()).toBe('Augusta')
    const [renewed = ''] = values(found)
    const back = { headers: { cookie: renewed.split(';')[0] ?? '' } }
    expect(await (await fetchFrom(old, path, back)).json()).toBeNull()
  }
})

test('over HTTPS, and to other hosts, a cookie is Secure', async () => {
  const { kernel } = kernelOf([Pages])
  for (const origin of ['https://localhost', 'http://shop.example', 'http://127.0.0.1.example']) {
    const [set] = values(await kernel.fetch(new Request(`${origin}/request`)))
    expect(set).toBe('of=request; Path=/; HttpOnly; Secure; SameSite=Lax')
  }
  for (const origin of ['http://[::1]:3000', 'http://a.localhost', 'http://127.1.2.3:80']) {
    const [set] = values(await kernel.fetch(new Request(`${origin}/request`)))
    expect(set).toBe('of=request; Path=/; HttpOnly; SameSite=Lax')
  }
})

test('in production even localhost is not trusted, because a proxy may send it', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { kernel } = kernelOf([Pages])
  for (const origin of ['http://127.9.8.7:8080', 'http://proxied.localhost']) {
    const [set] = values(await kernel.fetch(new Request(`${origin}/request`)))
    expect(set).toBe('of=request; Path=/; HttpOnly; Secure; SameSite=Lax')
  }
})

describe('cookies that browsers refuse are a TypeError', () => {
  const refused: [string, CookieOptions, string][] = [
    [
      '__Secure-a',
      { secure: false },
      'begins with __Secure-, so browsers accept it only with secure',
    ],
    [
      '__Http-a',
      { httpOnly: false },
      'begins with __Http-, so browsers accept it only with httpOnly',
    ],
    [
      '__Host-a',
      { path: '/a' },
      'begins with __Host-, so browsers accept it only with the path "/"',
    ],
    ['__host-a', { domain: 'a.example' }, 'so browsers accept it only with no domain'],
    [
      '__Host-Http-a',
      { httpOnly: false },
      'begins with __Host-Http-, so browsers accept it only with httpOnly',
    ],
    [
      'a',
      { sameSite: 'none', secure: false },
      'has SameSite=None, so browsers accept it only with',
    ],
    ['a', { partitioned: true, secure: false }, 'is partitioned, so browsers accept it only with'],
    ['a', { maxAge: '30' }, '"30" is not a duration'],
    ['a b', {}, 'cookie name is invalid'],
    ['a\n', {}, 'cookie name is invalid'],
    ['a', { path: '/;x' }, 'cookie path is invalid'],
    ['a', { domain: 'a\r\nb' }, 'cookie domain is invalid'],
    ['a', { signed: true, sealed: true } as CookieOptions, 'is signed and sealed'],
  ]

  test.each(refused)('%s with %o', async (name, options, message) => {
    const error = await thrownBy((cookies) => cookies.set(name, '1', options as { signed: true }))
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain(message)
  })

  test('over 4096 bytes', async () => {
    const error = await thrownBy((cookies) => cookies.set('a', 'ä'.repeat(1000)))
    expect(String(error)).toBe(
      'TypeError: The cookie "a" takes 6042 bytes, but browsers store at most 4096. ' +
        'Store large data on the server, and its id in the cookie.',
    )
  })

  test('after the headers were sent', async () => {
    const { kernel, log } = kernelOf([Pages])
    const found = await fetchFrom(kernel, '/late')
    await found.text().catch(() => {})
    expect(String((log.errors[0] as { error: unknown }).error)).toContain(
      'The cookie "a" was set too late, or in the error handler of a request without middleware.',
    )
  })
})

test.each(['parameter', 'constructor'])(
  'cookies as a %s of a tool are an error at boot',
  (where) => {
    class Called {
      @McpTool('called', 'Takes cookies.')
      called(cookies: Cookies) {
        return cookies.get('a') ?? null
      }
    }
    class Built {
      constructor(readonly cookies: Cookies) {}

      @McpTool('built', 'Takes cookies.')
      built() {}
    }
    const tools = new McpRegistry()
    tools.register(where === 'parameter' ? Called : Built)
    const container = new Container().boot()
    expect(() => new McpServer(tools, new McpDispatcher(container))).toThrow(
      / takes Cookies, which does not exist for agents\. Declare the required data as an argument\.$/,
    )
  },
)

test('signing without keys is an error', async () => {
  const error = await thrownBy((cookies) => cookies.set('a', '1', { signed: true }), {})
  expect(String(error)).toMatch(/^KeysMissing: FW_KEYS is not set/)
})

test('a short key is an error at boot that does not show the key', () => {
  expect(() => kernelOf([Pages], { config: { FW_KEYS: `${key},short-key` } })).toThrow(
    /^Key 2 of FW_KEYS is too short: each needs 32 characters or more/,
  )
})

test('middleware can set cookies until errors are handled', async () => {
  @Stage('respond')
  class Outside implements Middleware {
    async handle(request: HttpRequest, next: Next) {
      request.cookies.set('before', '1')
      if (request.query === 'answers') return Reply.text('by itself')
      const reply = await next()
      request.cookies.set('after', '1')
      return reply
    }
  }
  class Inside implements Middleware {
    handle({ cookies }: HttpRequest, next: Next) {
      return next((reply) => {
        cookies.set('inside', String(reply.status))
        return reply
      })
    }
  }
  @Use(Outside, Inside)
  class Page {
    @Get('/')
    page() {}
  }
  @Use(Inside)
  class Other {
    @Get('/other')
    other() {}
  }
  const { kernel, log } = kernelOf([Page, Other])
  expect((await fetchFrom(kernel, '/')).status).toBe(500)
  expect(String((log.errors[0] as { error: unknown }).error)).toContain('"after" was set too late')
  expect(names(await fetchFrom(kernel, '/?answers'))).toEqual(['before'])
  expect(values(await fetchFrom(kernel, '/other'))).toEqual([
    'inside=204; Path=/; HttpOnly; SameSite=Lax',
  ])
})

test.each(['a=1; ', ';', '=', 'x', ' ', '%41=%42;', '"; '])(
  'cookies are read in linear time: %j',
  async (unit) => {
    const { kernel } = kernelOf([Pages])
    await expectLinearTime(async (size) => {
      const headers = { cookie: `a${unit.repeat(size / unit.length)}b` }
      expect((await fetchFrom(kernel, '/request', { headers })).status).toBe(200)
    }, 10_000)
  },
)

test('a thousand cookies are all read', async () => {
  const cookie = Array.from({ length: 1000 }, (_, index) => `c${index}=${index}`).join('; ')
  const { kernel } = kernelOf([Pages])
  const found = await fetchFrom(kernel, '/request', { headers: { cookie: `${cookie}; a=last` } })
  expect(await found.json()).toBe('last')
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'a cookie called %s is a cookie',
  async (name) => {
    const read = async (headers: Record<string, string>) => {
      let value: unknown
      await thrownBy((cookies) => void (value = cookies.get(name)), config, headers)
      return value
    }
    expect(await read({})).toBeUndefined()
    expect(await read({ cookie: `${name}=1` })).toBe('1')
  },
)

function fetchFrom(
  kernel: { fetch(request: Request): Promise<Response> },
  path: string,
  init?: RequestInit,
): Promise<Response> {
  return kernel.fetch(new Request(`http://localhost${path}`, init))
}

function names(response: Response): string[] {
  return values(response).map((set) => set.slice(0, set.indexOf('=')))
}

/** Returns the error of an action with the cookies of a request over HTTPS. */
async function thrownBy(
  act: (cookies: Cookies) => unknown,
  settings: Record<string, string> = config,
  headers: Record<string, string> = {},
): Promise<unknown> {
  let thrown: unknown
  class Page {
    @Get('/')
    page(cookies: Cookies) {
      try {
        act(cookies)
      } catch (error) {
        thrown = error
      }
    }
  }
  const { kernel } = kernelOf([Page as Class], { config: settings })
  await kernel.fetch(new Request('https://shop.example/', { headers }))
  return thrown
}
