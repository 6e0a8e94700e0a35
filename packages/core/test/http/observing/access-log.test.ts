import { once } from 'node:events'
import {
  Application,
  Config,
  Container,
  Cors,
  Get,
  HttpRequest,
  Kernel,
  type LogDetails,
  Logger,
  Router,
  Stage,
  Use,
  type Middleware,
  type Next,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { get, RawClient } from '../adapters/raw-client.ts'
import { randomId } from '../../../src/http/message/random-id.ts'
import { transports, startServer, useTransport } from '../serving.ts'

type Line = readonly [level: string, message: string, details: Record<string, unknown>]

class Lines extends Logger {
  readonly all: Line[] = []

  debug(): void {}
  info(message: string, details: LogDetails = {}): void {
    this.all.push(['info', message, details as Line[2]])
  }
  warn(): void {}
  error(message: string, details: LogDetails = {}): void {
    this.all.push(['error', message, details as Line[2]])
  }
}

const arrived = Promise.withResolvers<void>()

class Orders {
  @Get('/orders/{id}')
  show(id: string) {
    return id
  }

  @Get('/fails')
  fails() {
    throw new Error('secret')
  }

  @Get('/slow')
  async slow(signal: AbortSignal) {
    arrived.resolve()
    await once(signal, 'abort')
  }

  @Get('/id')
  id(request: HttpRequest) {
    return request.id
  }
}

@Stage('observe')
class Impatient implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next((reply) => reply.withHeader('x-request-id', 'mine'))
  }
}

@Application()
@Use(Impatient)
class App {}

function open(config: Record<string, string>, ...more: (typeof App)[]) {
  const logger = new Lines()
  const container = new Container()
    .instance(Config, Config.of(config))
    .instance(Logger, logger)
    .boot()
  const router = new Router().register(Orders)
  for (const type of more) router.register(type)
  const { all } = logger
  const logged = (count = 1) => expect.poll(() => all).toHaveLength(count)
  return { kernel: new Kernel(container, router), all, logged }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

describe.each(transports)('through %s', (_name, transport) => {
  const { kernel, all, logged } = open({ FW_ACCESS_LOG: 'all' })
  const ask = useTransport(transport, kernel)

  test.each([
    [
      '/orders/7?token=secret',
      'GET /orders/7 200',
      { status: 200, route: '/orders/{id}', bytes: 3 },
    ],
    ['/nowhere', 'GET /nowhere 404', { status: 404, route: undefined }],
    ['/openapi.json', 'GET /openapi.json 200', { status: 200 }],
  ])('the access log has one line for %s', async (path, message, details) => {
    all.splice(0)
    await (await ask(path, { headers: { authorization: 'secret' } })).text()
    await logged()
    const [level, text, found] = all[0] as Line
    expect([level, text]).toEqual(['info', message])
    expect(found).toMatchObject({ method: 'GET', ...details })
    expect(found['milliseconds']).toBeGreaterThan(0)
    expect(found['requestId']).toMatch(uuid)
    expect(JSON.stringify(found)).not.toContain('secret')
  })

  test('an error writes two lines with the same id, both at level error', async () => {
    all.splice(0)
    const answer = await ask('/fails')
    await answer.text()
    await logged(2)
    expect(all.map(([level, text]) => [level, text])).toEqual([
      ['error', 'A request failed.'],
      ['error', 'GET /fails 500'],
    ])
    expect(all[0]?.[2]['requestId']).toBe(all[1]?.[2]['requestId'])
    expect(answer.headers.get('x-request-id')).toBeNull()
  })
})

test('the line has the address of a connection that has already ended', async () => {
  const { kernel, all, logged } = open({ FW_ACCESS_LOG: 'all' })
  const client = await RawClient.connect(await startServer(kernel))
  client.send(get('/slow'))
  await arrived.promise
  client.socket.destroy()
  await logged()
  expect(all[0]?.[1]).toBe('GET /slow 499')
  expect(all[0]?.[2]).toMatchObject({ status: 499, remote: '127.0.0.1', bytes: 0, aborted: true })
})

test('only errors', async () => {
  const { kernel, all, logged } = open({ FW_ACCESS_LOG: 'errors' })
  for (const path of ['/orders/7', '/nowhere']) {
    await (await kernel.fetch(new Request(`http://localhost${path}`))).text()
  }
  await logged()
  expect(all[0]?.[1]).toBe('GET /nowhere 404')
})

test('a long path is shortened', async () => {
  const { kernel, all, logged } = open({ FW_ACCESS_LOG: 'all' })
  await kernel.fetch(new Request(`http://localhost/${'x'.repeat(5000)}`))
  await logged()
  expect(JSON.stringify(all[0]).length).toBeLessThan(1000)
})

describe('request ids', () => {
  const config = { FW_REQUEST_ID: 'true', FW_TRUSTED_PROXIES: 'loopback' }
  const ask = async (given: typeof config, peer: string, id: string, path = '/id') => {
    const { kernel } = open(given, App)
    const headers = { 'x-request-id': id, 'x-forwarded-for': '1.1.1.1' }
    const answer = await kernel.fetch(new Request(`http://localhost${path}`, { headers }), { peer })
    return [answer.headers.get('x-request-id'), await answer.json()]
  }

  test('each response has one, which is that of the request', async () => {
    const [id, own] = await ask(config, '127.0.0.1', 'given')
    expect(id).toMatch(uuid)
    expect(own).toBe(id)
    expect((await ask(config, '127.0.0.1', 'given', '/nowhere'))[0]).toMatch(uuid)
  })

  test.each([
    ['127.0.0.1', 'a-B_c.d:1', true],
    ['127.0.0.1', 'x'.repeat(128), true],
    ['127.0.0.1', 'x'.repeat(129), false],
    ['127.0.0.1', 'with space', false],
    ['127.0.0.1', 'größer', false],
    ['8.8.8.8', 'a-B_c.d:1', false],
  ])(
    'from %s, the id %s is used only if the proxy is trusted and the id is safe',
    async (peer, id, isTaken) => {
      const [answered, own] = await ask({ ...config, FW_REQUEST_ID: 'trust' }, peer, id)
      expect(answered === id).toBe(isTaken)
      expect(own).toBe(answered)
    },
  )

  test('a page of another origin that may read the response may also read its id', async () => {
    @Cors({ origins: ['https://shop.example'], expose: ['X-Total'] })
    class Open {
      @Get('/open')
      open() {
        return 'open'
      }
    }
    const { kernel } = open(config, Open)
    const exposed = async (origin: string) => {
      const request = new Request('http://localhost/open', { headers: { origin } })
      return (await kernel.fetch(request)).headers.get('access-control-expose-headers')
    }
    expect(await exposed('https://shop.example')).toBe('X-Total, X-Request-Id')
    expect(await exposed('https://other.example')).toBeNull()
  })

  test('are unique random UUIDs of version 4', () => {
    const ids = Array.from({ length: 10_000 }, () => randomId())
    expect(new Set(ids).size).toBe(10_000)
    const form = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
    expect(ids.filter((id) => !form.test(id))).toEqual([])
    for (let place = 0; place < 36; place++) {
      const digits = new Set(ids.map((id) => id[place]))
      expect(digits.size).toBe(place === 19 ? 4 : [8, 13, 14, 18, 23].includes(place) ? 1 : 16)
    }
  })

  test('without the setting the response has no id', async () => {
    const { kernel } = open({})
    const answer = await kernel.fetch(new Request('http://localhost/id'))
    expect(answer.headers.has('x-request-id')).toBe(false)
    expect(await answer.json()).toMatch(uuid)
  })
})

test.each([
  ['FW_ACCESS_LOG', 'some', 'one of all, errors, off'],
  ['FW_REQUEST_ID', 'yes', 'one of true, trust, false'],
])('%s=%s is an error at boot', (key, value, expected) => {
  expect(() => open({ [key]: value })).toThrow(`${key} has an invalid value. Expected ${expected}`)
})
