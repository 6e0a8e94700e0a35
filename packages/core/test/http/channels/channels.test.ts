import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import { Get, HttpError, McpTool } from '@fw/core'
import { OperationChannel, type HttpRequestMessage, type McpMessage } from '@fw/core/channels'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { get, RawClient } from '../adapters/raw-client.ts'
import { kernelOf, startServer, useTransport, transports } from '../serving.ts'
import { kernelOf as kernelOfTools, legacyPost, modernPost } from '../../features/mcp/serving.ts'
import { watchChannel } from './watch-channel.ts'

class Orders {
  @Get('/orders/{id}')
  show(id: string) {
    return { id }
  }

  @Get('/late')
  async late() {
    await sleep(50)
    return 'late'
  }

  @Get('/long')
  async long() {
    await sleep(3000)
  }

  @Get('/fails')
  fails() {
    throw new TypeError('no database')
  }

  @Get('/refused')
  refused() {
    throw new HttpError(409, 'Taken.')
  }
}

const watchRequests = (onStart?: (message: HttpRequestMessage) => void) =>
  watchChannel<HttpRequestMessage>('fw.http.request', onStart)

describe.each(transports)('through %s', (_name, transport) => {
  const { kernel, log } = kernelOf([Orders])
  const ask = useTransport(transport, kernel)
  const ended = (events: readonly string[]) => expect.poll(() => events).toContain('asyncEnd')

  test('a request is reported, up to its last byte', async () => {
    const { messages, events } = watchRequests()
    await (await ask('/orders/7?token=secret')).text()
    await ended(events)
    expect(events).toEqual(['start', 'end', 'asyncStart', 'asyncEnd'])
    const { request, ...message } = messages[0] as HttpRequestMessage
    expect(message).toEqual({
      method: 'GET',
      path: '/orders/7',
      route: '/orders/{id}',
      status: 200,
      bytes: 10,
      aborted: false,
    })
    expect(request.query).toBe('token=secret')
  })

  test.each([
    ['/late', '/late', 200, undefined],
    ['/fails', '/fails', 500, TypeError],
    ['/refused', '/refused', 409, undefined],
    ['/nowhere', '(none)', 404, undefined],
    ['/openapi.json', '/openapi.json', 200, undefined],
  ])('%s is reported as the route %s', async (path, route, status, error) => {
    log.errors.splice(0)
    const { messages, events } = watchRequests()
    await (await ask(path)).text()
    await ended(events)
    expect(messages[0]).toMatchObject({ route, status })
    if (error) expect(messages[0]?.error).toBeInstanceOf(error)
    else expect(messages[0]?.error).toBeUndefined()
    expect(events.includes('error')).toBe(error !== undefined)
  })
})

test('a response that is cut off ends its operation as aborted', async () => {
  const { messages, events } = watchRequests()
  const client = await RawClient.connect(await startServer(kernelOf([Orders]).kernel))
  client.send(get('/long'))
  await expect.poll(() => messages).toHaveLength(1)
  client.socket.destroy()
  await expect.poll(() => events).toContain('asyncEnd')
  expect(messages[0]).toMatchObject({ status: 0, aborted: true, route: '/long' })
})

test('probes are not reported', async () => {
  const { messages } = watchRequests()
  const { kernel } = kernelOf([Orders], { config: { FW_HEALTH: 'true' } })
  for (const path of ['/health/live', '/health/ready', '/metrics', '/healthy']) {
    await kernel.fetch(new Request(`http://localhost${path}`))
  }
  expect(messages.map(({ path }) => path)).toEqual(['/healthy'])
})

test('a request with an invalid host is reported too', async () => {
  const { messages, events } = watchRequests()
  const client = await RawClient.connect(await startServer(kernelOf([Orders]).kernel))
  client.send('GET / HTTP/1.1\r\nHost: a b\r\n\r\n')
  await client.until(/400/)
  await expect.poll(() => events).toContain('asyncEnd')
  expect(messages).toMatchObject([{ status: 400, route: '(none)' }])
})

test('the context of a subscriber is entered once per request', async () => {
  const storage = new AsyncLocalStorage<string>()
  class Stored {
    @Get('/stored')
    async stored() {
      await sleep(1)
      return storage.getStore()
    }
  }
  watchRequests((message) => {
    message.around = (operation) => storage.run('entered', operation)
  })
  const answer = await kernelOf([Stored]).kernel.fetch(new Request('http://localhost/stored'))
  expect(await answer.json()).toBe('entered')
})

describe('an operation', () => {
  const operations = new OperationChannel('test.operation')

  test('runs once if a wrapper throws before it', () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => error.mockRestore())
    watchChannel('test.operation', (message) => {
      message.around = () => {
        throw new Error('broken')
      }
    })
    const work = vi.fn(() => 7)
    expect(operations.run({}, work)).toBe(7)
    expect(work).toHaveBeenCalledTimes(1)
    expect(error).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['calls the operation twice', (run: () => unknown) => [run(), run()]],
    ['never calls the operation', () => undefined],
    ['returns another value', (run: () => unknown) => (run(), 'other')],
    ['throws afterwards', (run: () => unknown) => (run(), [].at(0) as unknown as () => 1)()],
  ])('runs once and keeps its result if the wrapper %s', (_what, around) => {
    watchChannel('test.operation', (message) => (message.around = around))
    const work = vi.fn(() => 7)
    expect(operations.run({}, work)).toBe(7)
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('fails with its own error, through all wrappers', async () => {
    const { events, messages } = watchChannel('test.operation', (message) => {
      message.around = (run) => run()
    })
    const thrown = new Error('mine')
    const fail = () => {
      throw thrown
    }
    expect(() => operations.run({}, fail)).toThrow(thrown)
    await expect(operations.run({}, () => Promise.reject(thrown))).rejects.toBe(thrown)
    expect(messages.map(({ error }) => error)).toEqual([thrown, thrown])
    expect(events).toEqual(
      ['start', 'error', 'end', 'asyncStart', 'asyncEnd'].concat(
        'start',
        'end',
        'error',
        'asyncStart',
        'asyncEnd',
      ),
    )
  })

  test('enters the store that is bound to its start', () => {
    const storage = new AsyncLocalStorage<unknown>()
    const start = channel('tracing:test.operation:start')
    start.bindStore(storage, () => 'bound')
    onTestFinished(() => void start.unbindStore(storage))
    expect(operations.run({}, () => storage.getStore())).toBe('bound')
  })

  test('has no subscribers until code subscribes', () => {
    expect(operations.hasSubscribers).toBe(false)
    watchChannel('test.operation')
    expect(operations.hasSubscribers).toBe(true)
  })

  test('is reported to watchers, until they are removed', async () => {
    const seen: string[] = []
    const watch = (name: string) =>
      operations.watch({
        start: () => void seen.push(`${name} start`),
        end: () => void seen.push(`${name} end`),
        error: ({ error }) => void seen.push(`${name} ${String(error)}`),
        finish: () => void seen.push(`${name} finish`),
      })
    const unwatchers = [watch('a'), watch('b')]
    expect(operations.hasSubscribers).toBe(true)
    const fail = () => Promise.reject(new Error('no'))
    await expect(operations.run({}, fail)).rejects.toThrow('no')
    const first = ['a start', 'b start', 'a end', 'b end']
    const last = ['a Error: no', 'b Error: no', 'a finish', 'b finish']
    expect(seen.splice(0)).toEqual(first.concat(last))
    unwatchers[0]?.()
    expect(operations.run({}, () => 7)).toBe(7)
    expect(seen.splice(0)).toEqual(['b start', 'b end', 'b finish'])
    unwatchers[1]?.()
    expect(operations.hasSubscribers).toBe(false)
    operations.run({}, () => 7)
    expect(seen).toEqual([])
  })

  test('succeeds if a watcher throws, and other watchers are called', () => {
    const seen: string[] = []
    const unwatchers = [
      operations.watch({
        start() {
          throw new Error('broken')
        },
      }),
      operations.watch({ start: () => void seen.push('start') }),
      operations.watch({}),
    ]
    expect(operations.run({}, () => 7)).toBe(7)
    expect(seen).toEqual(['start'])
    for (const unwatch of unwatchers) unwatch()
  })
})

class Tools {
  @McpTool('greet', 'Greets.')
  greet(name: string) {
    if (name === 'nobody') throw new HttpError(404, 'There is nobody.')
    return `Hello, ${name}!`
  }
}

describe('a message of the Model Context Protocol', () => {
  const kernel = kernelOfTools([Tools])
  const call = (name: string, to: unknown, meta?: object) => ({
    method: 'tools/call',
    params: { name, arguments: { name: to }, ...(meta && { _meta: meta }) },
  })
  const legacy = (message: object, id: number | undefined = 1) =>
    legacyPost({ jsonrpc: '2.0', id, ...message }, { 'mcp-protocol-version': '2025-06-18' })

  test('is reported with tool, version and transport', async () => {
    const { messages } = watchChannel<McpMessage>('fw.mcp.message')
    await kernel.fetch(modernPost(call('greet', 'Ada', { traceparent: 'x' })))
    await kernel.fetch(legacy(call('greet', 'nobody')))
    await kernel.fetch(legacy(call('greet', 7)))
    await kernel.fetch(legacy(call('unknown', 'Ada')))
    await kernel.fetch(legacy({ method: 'made/up' }))
    expect(messages.map(({ error: _error, meta: _meta, ...message }) => message)).toEqual([
      { method: 'tools/call', tool: 'greet', transport: 'http', version: '2026-07-28' },
      {
        method: 'tools/call',
        tool: 'greet',
        transport: 'http',
        version: '2025-06-18',
        code: 'tool_error',
      },
      {
        method: 'tools/call',
        tool: 'greet',
        transport: 'http',
        version: '2025-06-18',
        code: 'tool_error',
      },
      { method: 'tools/call', transport: 'http', version: '2025-06-18', code: -32602 },
      { method: '(other)', transport: 'http', version: '2025-06-18', code: -32601 },
    ])
    expect(messages[0]?.meta).toMatchObject({ traceparent: 'x' })
  })

  test('of a batch is reported separately', async () => {
    const { messages } = watchChannel<McpMessage>('fw.mcp.message')
    const batch = ['ping', 'tools/list'].map((method, id) => ({ jsonrpc: '2.0', id, method }))
    await kernel.fetch(
      legacyPost([...batch, { jsonrpc: '2.0', method: 'notifications/initialized' }]),
    )
    expect(messages.map(({ method }) => method)).toEqual([
      'ping',
      'tools/list',
      'notifications/initialized',
    ])
  })
})
