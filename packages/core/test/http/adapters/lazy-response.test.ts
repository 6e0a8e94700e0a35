import { spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Body, Get, Post, Reply } from '@fw/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kernelOf, startServer } from '../serving.ts'
import { get, post, RawClient } from './raw-client.ts'

const long = 'x'.repeat(300_000)

class Site {
  @Get('/at-once')
  atOnce() {
    return 'answer'
  }

  @Get('/letters')
  letters() {
    return '語'
  }

  @Get('/later')
  async later() {
    await sleep(20)
    return 'answer'
  }

  @Get('/long')
  long() {
    return long
  }

  @Get('/filled/{text}/{times}')
  filled(text: string, times: number) {
    return text.repeat(times)
  }

  @Get('/text/{bytes}')
  text(bytes: number) {
    return Reply.text('\ud800a'.repeat(bytes / 4) + 'b'.repeat(bytes % 4) + '.')
  }

  @Post('/length')
  length(@Body() value: string) {
    return value.length
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Called with each exchange as soon as Node.js has it, until the test ends. */
function atStart(look: (exchange: Exchange) => void): void {
  const listener = (exchange: unknown) => look(exchange as Exchange)
  subscribe('http.server.request.start', listener)
  onTestFinished(() => void unsubscribe('http.server.request.start', listener))
}

async function ask(path: string): Promise<string> {
  const client = await RawClient.connect(await startServer(kernelOf([Site]).kernel))
  client.send(get(path))
  return client.until(/"answer"$/)
}

describe.each(['/at-once', '/later'])('to code that inspects it, the exchange of %s', (path) => {
  test('is a response of Node.js', async () => {
    const exchanges: Exchange[] = []
    atStart((exchange) => exchanges.push(exchange))
    await ask(path)
    const [{ request, response }] = exchanges as [Exchange]
    expect(request).toBeInstanceOf(IncomingMessage)
    expect(request).toBeInstanceOf(Readable)
    expect(response).toBeInstanceOf(ServerResponse)
    await sleep(1)
    const { headersSent, writableEnded, writableFinished, closed, statusCode } = response
    expect({ headersSent, writableEnded, writableFinished, closed, statusCode }).toEqual({
      headersSent: true,
      writableEnded: true,
      writableFinished: true,
      closed: true,
      statusCode: 200,
    })
    expect(() => response.setHeader('x-late', '1')).toThrow('after they are sent')
    expect(() => response.writeHead(500)).toThrow('after they are sent')
    expect([request.method, request.url, request.headers.host]).toEqual(['GET', path, 'localhost'])
    expect(request.readableEnded).toBe(true)
  })

  test('reports its end once', async () => {
    const events: string[] = []
    atStart(({ response }) => {
      response.on('finish', () => events.push('finish'))
      response.once('close', () => events.push(`close, finished: ${response.writableFinished}`))
    })
    await ask(path)
    await expect.poll(() => events).toEqual(['finish', 'close, finished: true'])
  })

  test('has a connection', async () => {
    const ports: (number | undefined)[] = []
    atStart(({ request, response }) => {
      setImmediate(() => ports.push(response.socket?.localPort, request.socket.localPort))
    })
    await ask(path)
    await expect.poll(() => ports.length).toBe(2)
    const [ofResponse, ofRequest] = ports
    // The connection of a completed response is used for the next one.
    expect(ofResponse).toBe(path === '/later' ? ofRequest : undefined)
  })
})

test('a message that is not read does not create a stream', async () => {
  const requests: IncomingMessage[] = []
  atStart(({ request }) => requests.push(request))
  await ask('/at-once')
  await ask('/later')
  await sleep(1)
  expect(requests.map((request) => Object.hasOwn(request, '_readableState'))).toEqual([
    false,
    false,
  ])
})

test('a message that was read as a stream before the response has ended', async () => {
  const read: Promise<string>[] = []
  atStart(({ request }) => {
    setImmediate(() => {
      const text = new Response(Readable.toWeb(request) as ReadableStream).text()
      read.push(text)
    })
  })
  await ask('/later')
  expect(await Promise.all(read)).toEqual([''])
})

test('a response that Node.js passes to other code is created once', async () => {
  const responses: unknown[] = []
  const listener = (events: unknown) => responses.push((events as Exchange).response)
  subscribe('http.server.response.created', listener)
  onTestFinished(() => void unsubscribe('http.server.response.created', listener))
  await ask('/at-once')
  expect(responses).toHaveLength(1)
  expect(responses[0]).toBeInstanceOf(ServerResponse)
})

test('responses of every kind arrive in the order of their requests', async () => {
  const client = await RawClient.connect(await startServer(kernelOf([Site]).kernel))
  const sent: string[] = []
  const expected: string[] = []
  const kinds = [
    [get('/at-once'), '"answer"'],
    [get('/later'), '"answer"'],
    [get('/none'), 'No route matches'],
    [post('/length', '"four"', 'Content-Type: application/json\r\n'), '4'],
    [get('/letters'), '"\u00e8\u00aa\u009e"'],
    [get('/at-once').replace('GET', 'HEAD'), ''],
  ] as const
  for (let turn = 0; turn < 60; turn += 1) {
    const [request, answer] = kinds[(turn * turn + turn) % kinds.length] as (typeof kinds)[number]
    sent.push(request)
    expected.push(answer)
  }
  client.send(sent.join('') + get('/at-once', 'Connection: close\r\n'))
  const answers = (await client.untilClosed()).split('HTTP/1.1 ').slice(1)
  expect(answers).toHaveLength(61)
  for (const [index, body] of expected.entries()) {
    const [, received = ''] = (answers[index] as string).split('\r\n\r\n')
    if (body === '') expect(received).toBe('')
    else expect(received).toContain(body)
  }
})

test('a client that reads slowly gets every response, and the connection stays usable', async () => {
  const client = await RawClient.connect(await startServer(kernelOf([Site]).kernel))
  client.socket.pause()
  client.send(get('/long').repeat(40))
  await sleep(200)
  client.send(get('/at-once'))
  await sleep(50)
  client.socket.resume()
  await expect.poll(() => client.received.length).toBeGreaterThan(12_000_000)
  const received = await client.until(/"answer"$/)
  expect(received.split(`"${long}"`)).toHaveLength(41)
})

test('a response arrives whole, however long it is', async () => {
  const port = await startServer(kernelOf([Site]).kernel)
  for (const letter of ['x', 'ä', '語', '😀']) {
    for (const times of [
      1, 1000, 1300, 2000, 3900, 4000, 4096, 9000, 21_760, 32_500, 65_300, 65_536,
    ]) {
      const response = await fetch(`http://localhost:${port}/filled/${letter}/${times}`)
      expect((await response.text()) === JSON.stringify(letter.repeat(times))).toBe(true)
    }
  }
})

test('a response of every length around the limits arrives whole', async () => {
  const client = await RawClient.connect(await startServer(kernelOf([Site]).kernel))
  const ask = async (times: number) => {
    client.received = ''
    return client.send(get(`/text/${times}`)).until(/\.$/)
  }
  // Invalid UTF-8 becomes U+FFFD, of three bytes.
  const body = (times: number) => '\u00ef\u00bf\u00bda'.repeat(times / 4) + 'b'.repeat(times % 4)
  const head = (await ask(4096)).indexOf('\r\n\r\n') + 4
  for (const size of [4095, 4096, 4097, 65_535, 65_536, 65_537]) {
    const times = size - head - 1
    const received = await ask(times)
    expect(received.length - size).toBe(String(times).length - 4)
    expect(received.endsWith(`\r\n\r\n${body(times)}.`)).toBe(true)
  }
})

test('clients that read slowly get their own responses', async () => {
  const port = await startServer(kernelOf([Site]).kernel)
  const letters = ['a', 'b', 'c', 'd']
  const clients = await Promise.all(letters.map(() => RawClient.connect(port)))
  for (const [index, client] of clients.entries()) {
    client.socket.pause()
    const requests = get(`/filled/${letters[index]}/30000`).repeat(300)
    client.send(requests + get('/at-once', 'Connection: close\r\n'))
  }
  await sleep(200)
  for (const [index, client] of clients.entries()) {
    client.socket.resume()
    const received = await client.untilClosed()
    const body = JSON.stringify((letters[index] as string).repeat(30_000))
    expect(received.split(body)).toHaveLength(301)
  }
})

test('a client that disconnects before it has read leaves nothing behind', async () => {
  const sockets: IncomingMessage['socket'][] = []
  atStart(({ request }) => sockets.push(request.socket))
  const port = await startServer(kernelOf([Site]).kernel)
  for (const path of ['/long', '/later', '/at-once']) {
    const client = await RawClient.connect(port)
    client.socket.pause()
    client.send(get(path).repeat(40))
    await sleep(5)
    client.socket.resetAndDestroy()
  }
  await expect.poll(() => sockets.length).toBeGreaterThan(3)
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true)
})

test('if the constructors of Node.js are classes, Node.js creates all responses and messages', () => {
  const program = `
    const http = process.getBuiltinModule('node:http')
    http.ServerResponse = class extends http.ServerResponse {}
    http.IncomingMessage = class extends http.IncomingMessage {}
    const { lazyMessages } = await import('./packages/core/src/http/adapters/node/fast/lazy-message.ts')
    const { lazyResponses } = await import('./packages/core/src/http/adapters/node/fast/lazy-response.ts')
    const { serve } = await import('./packages/core/src/node.ts')
    const server = await serve({ fetch: () => new Response('answer') }, { port: 0 })
    const answer = await fetch('http://localhost:' + server.port)
    console.log(JSON.stringify([lazyMessages, lazyResponses, await answer.text()]))
    process.exit()
  `
  const args = ['--input-type=module', '--eval', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual([{}, {}, 'answer'])
})
