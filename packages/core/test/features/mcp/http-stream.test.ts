import { once } from 'node:events'
import { createServer, request as openRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpTool, type Class, type int } from '@fw/core'
import type { ProgressReporter } from '@fw/core/mcp'
import { serve } from '@fw/core/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Workshop } from './fixtures/workshop.ts'
import { kernelOf, legacyPost, modernPost, type Json } from './serving.ts'

async function start(type: Class = Workshop): Promise<number> {
  const options = { port: 0, host: '127.0.0.1', shutdownTimeout: 500 }
  const { port, close } = await serve(kernelOf([type]), options)
  onTestFinished(close)
  return port
}

/** A hop that passes requests and responses on as they arrive. */
async function startProxy(to: number): Promise<number> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const onward = openRequest(
      { port: to, host: '127.0.0.1', method, path, headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 0, response.rawHeaders)
        response.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return (proxy.address() as AddressInfo).port
}

interface Frame {
  readonly at: number
  readonly message: Json
}

/** Sends a message as node:http does, and gives each event with the time of its arrival. */
async function frames(port: number, request: Request): Promise<Frame[]> {
  const response = await post(port, request)
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  })
  const found: Frame[] = []
  for await (const chunk of response) {
    for (const frame of String(chunk).split('\n\n').slice(0, -1)) {
      expect(frame).toMatch(/^event: message\ndata: [^\n]+$/)
      found.push({ at: performance.now(), message: JSON.parse(frame.split('data: ')[1] ?? '') })
    }
  }
  return found
}

async function post(port: number, request: Request): Promise<IncomingMessage> {
  const headers = Object.fromEntries(request.headers)
  const sent = openRequest({ port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers })
  sent.end(await request.text())
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

const counting = (to: number, pause: number) => ({
  method: 'tools/call',
  params: { name: 'count', arguments: { to, pause }, _meta: { progressToken: 'p' } },
})

describe('tools/call with a progress token', () => {
  test('gets events as they are reported, even through a proxy', async () => {
    const port = await start()
    for (const through of [port, await startProxy(port)]) {
      const requests = [
        modernPost(counting(4, 100)),
        legacyPost({ jsonrpc: '2.0', id: 1, ...counting(4, 100) }),
      ]
      for (const request of requests) {
        const found = await frames(through, request)
        expect(found.map(({ message }) => message.params?.progress)).toEqual([
          1,
          2,
          3,
          4,
          undefined,
        ])
        expect(found[0]?.message).toEqual({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: 'p', progress: 1, total: 4, message: 'step 1' },
        })
        expect(found[4]?.message).toMatchObject({ id: 1, result: { isError: false } })
        // The tool takes 400 ms; events that were held back would arrive together.
        expect((found[4] as Frame).at - (found[0] as Frame).at).toBeGreaterThan(200)
        expect((found[4] as Frame).at - (found[2] as Frame).at).toBeGreaterThan(50)
      }
    }
  })

  test('gets plain JSON if the call fails before the tool starts', async () => {
    const kernel = kernelOf([Workshop])
    const _meta = { progressToken: 1 }
    const unknown = { method: 'tools/call', params: { name: 'other', _meta } }
    const response = await kernel.fetch(modernPost(unknown))
    expect(response.headers.get('content-type')).toBe('application/json')
    expect((await response.json()).error.code).toBe(-32602)
    const mismatch = await kernel.fetch(modernPost(counting(1, 0), { 'mcp-name': 'other' }))
    expect(mismatch.status).toBe(400)
    const badToken = { ...counting(1, 0).params, _meta: { progressToken: {} } }
    const refused = await kernel.fetch(modernPost({ method: 'tools/call', params: badToken }))
    expect((await refused.json()).error.code).toBe(-32602)
  })

  test('gets a stream if the tool fails or its arguments are invalid', async () => {
    const port = await start()
    const wrong = { name: 'count', arguments: {}, _meta: { progressToken: 1 } }
    const found = await frames(port, modernPost({ method: 'tools/call', params: wrong }))
    expect(found.map(({ message }) => message.result.isError)).toEqual([true])
    const failing = { name: 'fail', arguments: { how: 'mcp' }, _meta: { progressToken: 1 } }
    const [failed] = await frames(port, modernPost({ method: 'tools/call', params: failing }))
    expect(failed?.message.result.content[0].text).toBe('The oven is cold.')
  })

  test('gets no events in a batch, and its response is part of the batch', async () => {
    const kernel = kernelOf([Workshop])
    const response = await kernel.fetch(legacyPost([{ jsonrpc: '2.0', id: 1, ...counting(2, 1) }]))
    expect(response.headers.get('content-type')).toBe('application/json')
    expect((await response.json())[0].result.content[0].text).toBe('counted to 2')
  })
})

describe('a client that disconnects', () => {
  const received: string[] = []

  class Attentive {
    @McpTool('wait', 'Waits until it is cancelled.')
    async wait(signal: AbortSignal): Promise<void> {
      received.push('waiting')
      await once(signal, 'abort')
      received.push('cancelled')
    }
  }

  const next = async () => {
    await expect.poll(() => received).toHaveLength(1)
    return received.pop()
  }

  async function leaveDuring(request: Request): Promise<string | undefined> {
    const port = await start(Attentive)
    const headers = Object.fromEntries(request.headers)
    const sent = openRequest({ port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers })
    sent.on('error', () => undefined).on('response', (response) => response.resume())
    sent.end(await request.text())
    expect(await next()).toBe('waiting')
    sent.destroy()
    return next()
  }

  const waiting = (_meta = {}) => ({ method: 'tools/call', params: { name: 'wait', _meta } })

  test('cancels its request, in both eras', async () => {
    const legacy = (_meta = {}) => ({ jsonrpc: '2.0', id: 1, ...waiting(_meta) })
    for (const _meta of [{}, { progressToken: 1 }]) {
      expect(await leaveDuring(modernPost(waiting(_meta)))).toBe('cancelled')
      expect(await leaveDuring(legacyPost(legacy(_meta)))).toBe('cancelled')
    }
    expect(await leaveDuring(legacyPost([legacy()]))).toBe('cancelled')
  })

  test('is noticed without a server, if the platform aborts its request', async () => {
    const legacy = legacyPost({ jsonrpc: '2.0', id: 1, ...waiting() })
    for (const request of [modernPost(waiting()), legacy]) {
      const disconnected = new AbortController()
      const answered = kernelOf([Attentive]).fetch(new Request(request, disconnected))
      expect(await next()).toBe('waiting')
      disconnected.abort()
      expect(await next()).toBe('cancelled')
      await answered
    }
  })

  test('is noticed without a server, when its stream is cancelled', async () => {
    const response = await kernelOf([Attentive]).fetch(modernPost(waiting({ progressToken: 1 })))
    expect(await next()).toBe('waiting')
    await response.body?.cancel()
    expect(await next()).toBe('cancelled')
  })
})

test('a client may cancel the stream of a tool that takes no signal', async () => {
  const goOn = Promise.withResolvers<void>()
  onTestFinished(() => goOn.resolve())
  class Deaf {
    @McpTool('report', 'Reports, and goes on.')
    async report(progress: ProgressReporter): Promise<void> {
      progress.report(1)
      await goOn.promise
    }
  }
  const params = { name: 'report', _meta: { progressToken: 1 } }
  const { body } = await kernelOf([Deaf]).fetch(modernPost({ method: 'tools/call', params }))
  await expect(body?.cancel()).resolves.toBeUndefined()
})

test('a client that does not read loses progress, but not the response', async () => {
  class Chatty {
    @McpTool('count', 'Reports more than anybody reads.')
    count(to: int, progress: ProgressReporter): string {
      for (let step = 1; step <= to; step += 1) progress.report(step, { message: 'x'.repeat(1000) })
      return 'done'
    }
  }
  const response = await kernelOf([Chatty]).fetch(modernPost(counting(20_000, 0)))
  const events = (await response.text()).split('\n\n').slice(0, -1)
  expect(events.length).toBeGreaterThan(100)
  expect(events.length).toBeLessThan(2000)
  expect(events.at(-1)).toContain('"done"')
})
