import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { seen, TickerController } from './fixtures/ticker.ts'
import { type Loaded, served, type TestClient, writtenClient } from './written-client.ts'

const at = new Date('2026-11-22T12:00:00.000Z')
let client: TestClient
let loaded: Loaded
let api: Loaded

beforeEach(async () => {
  seen.read = 0
  client = await writtenClient([TickerController])
  loaded = await client.load()
  api = loaded.createClient({ baseUrl: await served([TickerController]) }).ticker
})

async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const event of events) seen.read = found.push(event)
  return found
}

test('a series of events yields values of its type', async () => {
  expect(await all(api.ticks({ count: 2 }))).toEqual([
    { count: 1, at },
    { count: 2, at },
  ])
  expect(await all(await api.ticks({ count: 1 }))).toEqual([{ count: 1, at }])
  expect(await all(api.words())).toEqual(['one\ntwo', '{"not":"json"}', ''])
})

test('an SseEvent is yielded with its name and id', async () => {
  expect(await all(api.mixed())).toEqual([
    { data: { count: 1, at }, event: 'tick', id: '1' },
    { data: { weights: new Map([['a', 5n]]) }, event: 'alarm', id: '1' },
  ])
})

test('an interrupted stream continues after the last id', async () => {
  seen.lastEventIds.length = 0

  const events = await all<{ data: number }>(api.broken())

  expect(events.map(({ data }) => data)).toEqual([1, 2, 3, 4, 5])
  expect(seen.lastEventIds).toEqual([null, '2', '4'])
})

test('an id may contain any characters', async () => {
  seen.lastEventIds.length = 0
  const events = await all<{ data: number }>(api.brokenAbroad())
  expect(events.map(({ data }) => data)).toEqual([1, 2])
  expect(seen.lastEventIds).toEqual([null, 'größe 漢 🍋'])
})

test('an unavailable server is requested less and less often', async () => {
  const requests: number[] = []
  let first: ServerResponse | undefined
  const server = createServer((_request, response) => {
    requests.push(performance.now())
    if (requests.length > 5) return response.writeHead(204).end()
    if (requests.length > 1) return void response.destroy()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('id: 1\nretry: 0\ndata: 1\n\n')
    first = response
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ticker = loaded.createClient({ baseUrl: `http://127.0.0.1:${port}` }).ticker
  const follow = async () => {
    for await (const _event of ticker.broken()) first?.destroy()
  }
  await follow().catch(() => undefined)
  const pauses = requests.map((time, index) => time - (requests[index - 1] ?? time)).slice(3)
  // 100, 200 and 400 ms; timers may be early by one.
  for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThan(99 * 2 ** index - 1)
})

test('without ids, an interrupted stream is a network error', async () => {
  const events = api.brokenWithoutIds()[Symbol.asyncIterator]()
  expect(await events.next()).toEqual({ done: false, value: 1 })
  seen.read = 1
  await expect(events.next()).rejects.toMatchObject({ name: 'ApiError', kind: 'network' })
})

test('a POST is not sent again', async () => {
  seen.posts = 0
  await expect(all(api.brokenPost())).rejects.toMatchObject({ kind: 'network' })
  expect(seen.posts).toBe(1)
})

test('an HttpError inside a stream is thrown by the client', async () => {
  const thrown = await all(api.refused({ how: 'conflict' })).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(loaded.ApiError)
  expect(api.refused.isError(thrown)).toBe(true)
  expect(thrown).toMatchObject({
    kind: 'unexpected',
    status: 409,
    body: { error: 'Somebody else was first.' },
  })
  await expect(all(api.refused({ how: 'x' }))).rejects.toMatchObject({
    status: 422,
    body: { errors: { how: ['is not known.'] } },
  })
})

test('leaving the loop ends the request', async () => {
  seen.hasEnded = false
  for await (const each of api.endless()) if (each === 3) break
  await expect.poll(() => seen.hasEnded).toBe(true)
})

test('a signal ends a stream', async () => {
  const control = new AbortController()
  const read = async () => {
    for await (const each of api.endless({}, { signal: control.signal })) {
      if (each === 3) control.abort()
    }
  }
  await expect(read()).rejects.toMatchObject({ kind: 'aborted' })
})

test('a stream that does not start fails like any call', async () => {
  const elsewhere = { client: { baseUrl: 'http://127.0.0.1:1' } }
  await expect(loaded.ticker.ticks({}, elsewhere)).rejects.toMatchObject({ kind: 'network' })
  expect(await loaded.ticker.ticks.safe({}, elsewhere)).toMatchObject({ kind: 'network' })
})

test('returned bytes are a Uint8Array, and a file is a Blob', async () => {
  expect(await api.wholeBytes()).toEqual(new Uint8Array([0, 255]))
  const file = await api.file()
  expect([file.type, await file.text()]).toEqual(['text/plain', 'text'])
})

test('bytes are a ReadableStream', async () => {
  expect(await new Response(await api.bytes()).text()).toBe('some bytes')
})

test('lines of every kind, split anywhere, give the same text', async () => {
  const text =
    ': comment\r\nretry: 7\r\rdata\ndata:x\r\ndata:  y\n\nid: 1\nevent: z\ndata: ä€😀\r\n\r\ndata: last'
  const bytes = Buffer.from(text)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (index: number) => {
      if (index >= bytes.length) return response.end()
      response.write(bytes.subarray(index, index + 1), () => setImmediate(send, index + 1))
    }
    send(0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  expect(await all(loaded.ticker.words({}, { client: { baseUrl } }))).toEqual(['\nx\n y', 'ä€😀'])
})

test('the names of the events determine their types', async () => {
  const program = `
    import type { Client } from './client/index.js'
    export async function read(api: Client): Promise<unknown> {
      for await (const { event, data } of api.ticker.mixed()) void [event, data]
      for await (const each of await api.ticker.mixed()) {
        if (each.event === 'tick') return each.data.at.getTime()
        return each.data.weights.get('a')?.toString()
      }
      const words: AsyncIterable<string> = api.ticker.words()
      // @ts-expect-error a tick has no such field
      for await (const tick of api.ticker.ticks()) return tick.size
      return words
    }`
  const { compile } = await writtenClient([TickerController], { 'main.ts': program })
  expect(await compile()).toBe('')
})
