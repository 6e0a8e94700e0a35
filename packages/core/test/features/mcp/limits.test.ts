import { PassThrough, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { McpTool, type int } from '@fw/core'
import { McpError, serveStdio, type McpServerOptions } from '@fw/core/mcp'
import { serve } from '@fw/core/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kernelOf, modernMeta, serverOf, type Json } from './serving.ts'

class Large {
  #turn: Promise<void> | undefined

  @McpTool('text', 'Answers with a text of some length.')
  text(length: int): string {
    return 'x'.repeat(length)
  }

  @McpTool('later', 'Answers with a text of some length, in one turn with all others.')
  async later(length: int): Promise<string> {
    await (this.#turn ??= sleep(10))
    return 'x'.repeat(length)
  }

  @McpTool('odd', 'Answers with what cannot be written as JSON.')
  odd(how: 'circle' | 'getter' | 'message', isLate: boolean): unknown {
    const make = () => odd[how]()
    return isLate ? sleep(1).then(make) : make()
  }
}

const odd = {
  circle: () => {
    const circle = { inner: {} }
    circle.inner = circle
    return circle
  },
  getter: () => ({
    get value() {
      throw new Error('unreadable')
    },
  }),
  message: () => {
    throw Object.assign(new McpError('no'), { message: { no: 'text' } })
  },
}

type Ask = (text: string, headers?: Record<string, string>) => Promise<Json>

async function overHttp(options?: McpServerOptions): Promise<Ask> {
  const { port, close } = await serve(kernelOf([Large], options), { port: 0, host: '127.0.0.1' })
  onTestFinished(close)
  return async (body, more) => {
    const headers = { 'content-type': 'application/json', ...more }
    const address = `http://127.0.0.1:${port}/mcp`
    const response = await fetch(address, { method: 'POST', headers, body })
    expect([200, 400]).toContain(response.status)
    return response.json()
  }
}

async function overStdio(options?: McpServerOptions): Promise<Ask> {
  const input = new PassThrough()
  const output = new PassThrough()
  const ended = serveStdio(serverOf([Large], options), { input, output })
  onTestFinished(() => {
    input.end()
    return ended
  })
  return async (body) => {
    input.write(`${body}\n`)
    let text = ''
    while (!text.endsWith('\n')) {
      await new Promise((resolve) => output.once('readable', resolve))
      text += String(output.read() ?? '')
    }
    return JSON.parse(text)
  }
}

const call = (id: number | string, name: string, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })
const pong = (id: number) => ({ jsonrpc: '2.0', id, result: {} })

describe.each([
  ['HTTP', overHttp],
  ['stdio', overStdio],
])('over %s', (_name, connect) => {
  test('a batch of more than 100 messages is one error', async () => {
    const send = await connect()
    const batch = (count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, id) => ping(id)))
    expect(await send(batch(100))).toEqual(Array.from({ length: 100 }, (_, id) => pong(id)))
    for (const count of [101, 10_000]) {
      const message = `A batch may have at most 100 messages, but this one has ${count}. Send several batches.`
      expect(await send(batch(count))).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, message },
      })
    }
  })

  test('a response that is too long is an error with its id', async () => {
    const send = await connect({ maxAnswerBytes: 1000 })
    for (const name of ['text', 'later']) {
      const short = await send(JSON.stringify(call(1, name, { length: 900 })))
      expect(short.result.content[0].text).toHaveLength(900)
      expect(await send(JSON.stringify(call('a', name, { length: 1000 })))).toEqual({
        jsonrpc: '2.0',
        id: 'a',
        error: { code: -32603, message: 'The response is over 1000 bytes. Request less data.' },
      })
    }
  })

  test('a response may be as long as the limit', async () => {
    const send = await connect({ maxAnswerBytes: 1000 })
    const length = async (size: number) =>
      JSON.stringify(await send(JSON.stringify(call(1, 'text', { length: size })))).length
    const longest = 1900 - (await length(900))
    expect(await length(longest)).toBe(1000)
    expect(await length(longest + 1)).toBeLessThan(200)
  })

  test('in a batch, responses beyond the limit are errors', async () => {
    const send = await connect({ maxAnswerBytes: 1000 })
    for (const name of ['text', 'later']) {
      const calls = [400, 10, 700, 20, 400].map((length, id) => call(id, name, { length }))
      const responses: Json[] = await send(JSON.stringify(calls))
      expect(responses.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4])
      expect(responses.map(({ result }) => result?.content[0].text.length)).toEqual([
        400,
        10,
        undefined,
        20,
        undefined,
      ])
      expect(responses[2].error).toEqual({
        code: -32603,
        message: 'The responses to the batch are over 1000 bytes. Send this message by itself.',
      })
    }
  })

  test('of 100 responses of a megabyte, those beyond 64 MiB are errors, and the next message is handled', async () => {
    const send = await connect()
    const calls = Array.from({ length: 100 }, (_, id) => call(id, 'text', { length: 1_000_000 }))
    const responses: Json[] = await send(JSON.stringify(calls))
    expect(responses).toHaveLength(100)
    expect(responses.filter(({ result }) => result)).toHaveLength(67)
    expect(await send(JSON.stringify(ping(1)))).toEqual(pong(1))
  })

  test.each(Object.keys(odd))('a response that is not JSON (%s) causes an error', async (how) => {
    const send = await connect()
    for (const isLate of [false, true]) {
      const { id, result } = await send(JSON.stringify(call(7, 'odd', { how, isLate })))
      expect([id, result.isError, typeof result.content[0].text]).toEqual([7, true, 'string'])
    }
    expect(await send(JSON.stringify(ping(1)))).toEqual(pong(1))
  })

  test('deeply nested input is rejected as invalid', async () => {
    const send = await connect()
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const codes: Json = {}
    for (const [place, text] of Object.entries(deepMessages(deep))) {
      const { result, error } = await send(text, place.includes('header') ? modernHeaders : {})
      codes[place] = error?.code ?? result.isError
    }
    expect(codes).toEqual({
      id: -32600,
      method: -32600,
      params: -32600,
      name: -32602,
      arguments: -32602,
      'an argument': true,
      'a name with a header': connect === overHttp ? -32020 : -32602,
    })
    expect(await send(JSON.stringify(ping(1)))).toEqual(pong(1))
  })
})

const modernHeaders = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'text',
}

function deepMessages(deep: string): Record<string, string> {
  const message = (members: string) => `{"jsonrpc":"2.0",${members}}`
  const calling = (params: string) => message(`"id":1,"method":"tools/call","params":{${params}}`)
  return {
    id: message(`"id":${deep},"method":"ping"`),
    method: message(`"id":1,"method":${deep}`),
    params: message(`"id":1,"method":"ping","params":${deep}`),
    name: calling(`"name":${deep}`),
    arguments: calling(`"name":"text","arguments":${deep}`),
    'an argument': calling(`"name":"text","arguments":{"length":${deep}}`),
    'a name with a header': calling(`"name":${deep},"_meta":${JSON.stringify(modernMeta)}`),
  }
}

describe('over stdio', () => {
  test.each(['text', 'later'])('long responses are written one by one: %s', async (name) => {
    const input = new PassThrough()
    const sizes: number[] = []
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        sizes.push(chunk.length)
        setImmediate(done)
      },
    })
    const ended = serveStdio(serverOf([Large]), { input, output })
    input.end(`${JSON.stringify(call(1, name, { length: 100_000 }))}\n`.repeat(100))
    await ended
    expect(sizes.filter((size) => size > 0)).toEqual(Array.from({ length: 100 }, () => 100_090))
  })

  test('short responses of one turn are written together', async () => {
    const input = new PassThrough()
    const written: string[] = []
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        written.push(String(chunk))
        setImmediate(done)
      },
    })
    const ended = serveStdio(serverOf([Large]), { input, output })
    input.end(`${JSON.stringify(ping(1))}\n`.repeat(10))
    await ended
    expect(written.join('')).toBe(`${JSON.stringify(pong(1))}\n`.repeat(10))
    expect(written.length).toBeLessThan(10)
  })

  test('if a client does not read, no more messages are handled', async () => {
    const input = new PassThrough()
    const output = new PassThrough()
    void serveStdio(serverOf([Large]), { input, output })
    onTestFinished(() => void output.destroy(new Error('gone')))
    input.write(`${JSON.stringify(call(1, 'text', { length: 100_000 }))}\n`.repeat(500))
    await sleep(100)
    expect(output.readableLength + output.writableLength).toBeLessThan(2_000_000)
  })
})
