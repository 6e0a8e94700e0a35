import { setTimeout as sleep } from 'node:timers/promises'
import { Body, Get, Post } from '@fw/core'
import { serve, type ServeOptions } from '@fw/core/node'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { kernelOf } from '../serving.ts'
import { get, RawClient } from './raw-client.ts'

const seen: string[] = []
let begun = Promise.withResolvers<void>()
let rest = Promise.withResolvers<void>()
/** Time limits after which nothing ends during a test. */
const patient = { shutdownTimeout: 600_000, keepAliveTimeout: 600_000, headersTimeout: 600_000 }

beforeEach(() => {
  seen.length = 0
  begun = Promise.withResolvers()
  rest = Promise.withResolvers()
})

class Disposable {
  constructor(readonly request: Request) {}

  async [Symbol.asyncDispose](): Promise<void> {
    await sleep(50)
    seen.push('disposed')
  }
}

class Site {
  @Get('/quick')
  quick() {
    return 'quick'
  }

  @Get('/slow')
  async slow() {
    begun.resolve()
    await rest.promise
    return 'slow'
  }

  @Get('/stream')
  async *stream() {
    yield 0
    await rest.promise
    yield 1
  }

  @Get('/large')
  large() {
    return 'x'.repeat(20_000_000)
  }

  @Get('/never')
  async never(): Promise<void> {
    await new Promise(() => {})
  }

  @Post('/body')
  body(@Body() value: unknown) {
    return value
  }
}

class Scoped {
  constructor(private readonly service: Disposable) {}

  @Get('/scoped')
  async scoped() {
    begun.resolve()
    await rest.promise
    return this.service instanceof Disposable
  }
}

async function start(options: ServeOptions = {}) {
  const { kernel } = kernelOf([Site, Scoped])
  const server = await serve(kernel, { port: 0, host: '127.0.0.1', ...options })
  onTestFinished(() => server.close())
  return server
}

/** Waits until the server accepts no more connections. */
async function closing(port: number): Promise<void> {
  const isOpen = () =>
    fetch(`http://127.0.0.1:${port}/quick`).then(
      () => true,
      () => false,
    )
  await expect.poll(isOpen).toBe(false)
}

test('serve resolves with its port and a close function when it listens', async () => {
  const server = await start()
  const response = await fetch(`http://127.0.0.1:${server.port}/quick`)
  expect(await response.json()).toBe('quick')
  await server.close()
  await expect(fetch(`http://127.0.0.1:${server.port}/quick`)).rejects.toThrow()
})

test('serve rejects if the port is in use', async () => {
  const { port } = await start()
  await expect(start({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('a signal closes the server', async () => {
  const abort = new AbortController()
  const { port } = await start({ signal: abort.signal })
  const answer = fetch(`http://127.0.0.1:${port}/slow`)
  await begun.promise
  abort.abort()
  await closing(port)
  rest.resolve()
  expect(await (await answer).json()).toBe('slow')
  await expect(fetch(`http://127.0.0.1:${port}/quick`)).rejects.toThrow()
  await expect(start({ signal: abort.signal })).rejects.toThrow('aborted')
})

describe('closing', () => {
  test('does not wait without active requests, and is the same when called again', async () => {
    const server = await start(patient)
    const first = server.close()
    expect(server.close()).toBe(first)
    await first
  })

  test('lets requests in flight finish, and announces that the connection closes', async () => {
    const server = await start()
    const client = await RawClient.connect(server.port)
    client.send(get('/slow'))
    await begun.promise
    const closed = server.close()
    await closing(server.port)
    rest.resolve()
    const answer = await client.untilClosed()
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*"slow"$/i)
    await closed
  })

  test('handles a request that was already sent on an open connection', async () => {
    const server = await start()
    const client = await RawClient.connect(server.port)
    await client.send(get('/quick')).until(/"quick"$/)
    const closed = server.close()
    client.send(get('/slow'))
    await begun.promise
    await closing(server.port)
    rest.resolve()
    expect(await client.untilClosed()).toMatch(/connection: close[\s\S]*"slow"$/i)
    await closed
  })

  test('ends idle connections, unused ones, and those that become idle', async () => {
    const server = await start(patient)
    const idle = await RawClient.connect(server.port)
    await idle.send(get('/quick')).until(/"quick"$/)
    const silent = await RawClient.connect(server.port)
    const streaming = await RawClient.connect(server.port)
    streaming.send(get('/stream'))
    await streaming.until(/data: 0/)
    const closed = server.close()
    await Promise.all([idle.untilClosed(), silent.untilClosed()])
    rest.resolve()
    expect(await streaming.untilClosed()).toMatch(/data: 1\n\n\r\n0\r\n\r\n$/)
    await closed
  })

  test('does not cut a response that is still being sent', async () => {
    const server = await start()
    const client = await RawClient.connect(server.port)
    client.socket.pause()
    client.send(get('/large'))
    await sleep(100)
    const closed = server.close()
    await sleep(500)
    client.socket.resume()
    const answer = await client.untilClosed()
    expect(answer.length).toBeGreaterThan(20_000_000)
    await closed
  })

  test('waits for the rest of a body', async () => {
    const server = await start()
    const client = await RawClient.connect(server.port)
    client.send('POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n"ab')
    await sleep(50)
    const closed = server.close()
    await sleep(400)
    client.send('cd"')
    expect(await client.untilClosed()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"abcd"$/)
    await closed
  })

  test('waits for a request whose client has disconnected', async () => {
    const server = await start()
    const client = await RawClient.connect(server.port)
    client.send(get('/scoped'))
    await begun.promise
    client.socket.destroy()
    const closed = server.close()
    await closing(server.port)
    rest.resolve()
    await closed
    expect(seen).toEqual(['disposed'])
  })

  test('ends all remaining connections at the time limit', async () => {
    const longer = await start(patient)
    const streaming = await RawClient.connect(longer.port)
    streaming.send(get('/stream'))
    await streaming.until(/data: 0/)
    const server = await start({ shutdownTimeout: 400 })
    const never = await RawClient.connect(server.port)
    const half = await RawClient.connect(server.port)
    never.send(get('/never'))
    half.send('GET /quick HTTP/1.1\r\nHo')
    await sleep(50)
    const begin = performance.now()
    const ends = [longer.close().then(() => 'longer'), server.close().then(() => 'shorter')]
    expect(await Promise.race(ends)).toBe('shorter')
    expect(performance.now() - begin).toBeGreaterThan(350)
    expect(await never.untilClosed()).toBe('')
    expect(await half.untilClosed()).toBe('')
    rest.resolve()
  })

  test.each([
    ['without delay', 0],
    ['with a blocked event loop', 600],
  ])('completes all requests of busy clients, %s', async (_how, still) => {
    const server = await start()
    const failures: unknown[] = []
    let answered = 0
    const ask = async (client: RawClient): Promise<void> => {
      for (let count = 1; !/connection: close/i.test(client.received); count += 1) {
        client.received = ''
        client.send(get('/quick'))
        try {
          await client.until(/"quick"$/)
          answered += 1
        } catch (error) {
          failures.push(error)
          return
        }
      }
    }
    // The system has connected them before the server takes them.
    const connecting = Array.from({ length: 50 }, () => RawClient.connect(server.port))
    const clients = Promise.all((await Promise.all(connecting)).map(ask))
    if (still === 0) await expect.poll(() => answered).toBeGreaterThan(100)
    const closed = server.close()
    for (const end = performance.now() + still; performance.now() < end;);
    await clients
    await closed
    expect(failures).toEqual([])
    expect(answered).toBeGreaterThan(still === 0 ? 100 : 49)
  })
})
