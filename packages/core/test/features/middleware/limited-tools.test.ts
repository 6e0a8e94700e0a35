import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import {
  Check,
  Container,
  Kernel,
  Logger,
  McpResource,
  McpTool,
  Provides,
  RateLimit,
  Router,
  Stage,
  Timeout,
  ToolCall,
  Use,
  type HttpRequest,
  type Middleware,
  type Next,
} from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer, serveStdio } from '@fw/core/mcp'
import { serve } from '@fw/core/node'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { RecordedLog } from '../../http/serving.ts'
import type { Json } from '../mcp/serving.ts'

const trail: string[] = []

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const waitForTrail = (entry: string) => expect.poll(() => trail, { interval: 5 }).toContain(entry)

class User {
  constructor(readonly name: string) {}
}

/** Services of a call, which end with it. */
class Office implements AsyncDisposable {
  async [Symbol.asyncDispose]() {
    trail.push('closed')
  }
}

@Stage('authenticate')
@Provides(User)
class SignedIn implements Middleware {
  constructor(readonly office: Office) {}

  handle(_request: HttpRequest, next: Next) {
    return next()
  }

  handleTool(call: ToolCall, next: () => unknown) {
    call.provide(User, new User(String(call.arguments['user'] ?? 'nobody')))
    return next()
  }
}

class Checked {
  constructor(readonly name: string) {}

  @Check()
  async slowly(): Promise<string | null> {
    await sleep(60)
    trail.push('checked')
    return null
  }
}

@RateLimit(2, '1m')
class Tools {
  @McpTool('first', 'Is limited with the class.')
  first() {
    return 'first'
  }

  @McpResource('tools://second', 'second', 'Is limited with the class.')
  second() {
    return 'second'
  }

  @RateLimit(1, '20s')
  @McpTool('third', 'Has a limit of its own.')
  third() {
    return 'third'
  }
}

class Slow {
  @RateLimit(1, '1h', { by: (request) => `${request.method} ${request.get(User).name}` })
  @Use(SignedIn)
  @McpTool('each', 'Is limited for each user.')
  each(user: string) {
    return user
  }

  @Timeout('20ms')
  @Use(SignedIn)
  @McpTool('waits', 'Waits until it is told to give up.')
  async waits(signal: AbortSignal) {
    await once(signal, 'abort')
    trail.push(String(signal.reason))
    await sleep(20)
    trail.push('ended')
  }

  @Timeout('20ms')
  @Use(SignedIn)
  @McpTool('checks', 'Checks its argument slowly.')
  checks(given: Checked) {
    trail.push(given.name)
  }

  @Timeout('20ms')
  @McpTool('fails', 'Fails too late.')
  async fails(signal: AbortSignal) {
    await once(signal, 'abort')
    throw new Error('late')
  }

  @Timeout('20ms')
  @McpTool('quick', 'Is quick.')
  async quick() {
    return 'quick'
  }

  @Timeout('20ms')
  @McpResource('slow://resource', 'slow', 'Is slow.')
  resource() {
    return sleep(300)
  }
}

const log = new RecordedLog()

function parts() {
  const container = new Container()
    .bind(Office, () => new Office(), { scope: 'request' })
    .instance(Logger, log)
    .boot()
  const registry = new McpRegistry()
  for (const type of [Tools, Slow]) registry.register(type)
  return { container, mcp: new McpServer(registry, new McpDispatcher(container)) }
}

type Ask = (method: string, params: object) => Promise<Json>

async function overHttp(): Promise<Ask> {
  const { container, mcp } = parts()
  const kernel = new Kernel(container, new Router(), { mcp })
  const { port, close } = await serve(kernel, { port: 0, host: '127.0.0.1' })
  onTestFinished(close)
  return async (method, params) => {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return response.json()
  }
}

async function overStdio(): Promise<Ask> {
  const input = new PassThrough()
  const output = new PassThrough()
  const ended = serveStdio(parts().mcp, { input, output })
  onTestFinished(() => {
    input.end()
    return ended
  })
  return async (method, params) => {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`)
    let text = ''
    while (!text.endsWith('\n')) {
      await once(output, 'readable')
      text += String(output.read() ?? '')
    }
    return JSON.parse(text)
  }
}

beforeEach(() => {
  trail.length = 0
  log.errors.length = 0
})

describe.each([
  ['HTTP', overHttp],
  ['stdio', overStdio],
])('over %s', (transport, connect) => {
  const caller =
    (send: Ask) =>
    async (name: string, args: object = {}) => {
      const { result } = await send('tools/call', { name, arguments: args })
      return [result.isError ?? false, result.content[0].text]
    }

  test('a limit of a class is shared by its tools and resources, a limit of a method is not', async () => {
    const send = await connect()
    const call = caller(send)
    expect(await call('first')).toEqual([false, 'first'])
    expect((await send('resources/read', { uri: 'tools://second' })).result.contents).toHaveLength(
      1,
    )
    expect(await call('first')).toEqual([true, 'Too many requests. Wait 30 s.'])
    expect((await send('resources/read', { uri: 'tools://second' })).error.message).toBe(
      'Too many requests. Wait 30 s.',
    )
    expect(await call('third')).toEqual([false, 'third'])
    expect(await call('third')).toEqual([true, 'Too many requests. Wait 20 s.'])
  })

  test('a limit by a key can read the request, and values provided around the tool', async () => {
    const call = caller(await connect())
    expect(await call('each', { user: 'Ada' })).toEqual([false, 'Ada'])
    expect((await call('each', { user: 'Ada' }))[0]).toBe(true)
    // Over stdio there is only one client, regardless of its declared name.
    expect((await call('each', { user: 'Bob' }))[0]).toBe(transport === 'stdio')
  })

  test('a call that takes too long gets an error, its signal is aborted, and its services stay usable', async () => {
    const send = await connect()
    const call = caller(send)
    expect(await call('quick')).toEqual([false, 'quick'])
    expect(await call('waits')).toEqual([true, 'The request took too long.'])
    await waitForTrail('closed')
    expect(trail).toEqual(['TimeoutError: The request took too long.', 'ended', 'closed'])
    expect((await send('resources/read', { uri: 'slow://resource' })).error.message).toBe(
      'The request took too long.',
    )
  })

  test('a tool is not called after a check that takes too long', async () => {
    const call = caller(await connect())
    const args = { given: { name: 'Ada' } }
    expect(await call('checks', args)).toEqual([true, 'The request took too long.'])
    await waitForTrail('closed')
    expect(trail).toEqual(['checked', 'closed'])
  })

  test('a late error is logged', async () => {
    const call = caller(await connect())
    expect(await call('fails')).toEqual([true, 'The request took too long.'])
    await expect
      .poll(() => log.errors.map((line) => String((line as { error: unknown }).error)))
      .toEqual(['Error: late'])
  })
})
