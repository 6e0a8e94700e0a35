import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { McpTool, type Class } from '@fw/core'
import { reserveStdout, serveStdio, type ProgressReporter, type StdioOptions } from '@fw/core/mcp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Workshop } from './fixtures/workshop.ts'
import { modernMessage, serverOf, type Json } from './serving.ts'

/** A client at the other end of the streams. */
class Line {
  readonly input = new PassThrough()
  readonly output = new PassThrough()
  readonly ended: Promise<void>
  #text = ''

  constructor(options: StdioOptions = {}, tools: Class = Workshop) {
    this.output.on('data', (chunk) => (this.#text += String(chunk)))
    this.ended = serveStdio(serverOf([tools]), {
      input: this.input,
      output: this.output,
      ...options,
    })
    onTestFinished(() => void this.input.end())
  }

  send(...messages: unknown[]): void {
    this.input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
  }

  /** All responses so far. */
  get responses(): Json[] {
    expect(this.#text).toMatch(/^(?:[^\n]+\n)*$/)
    return this.#text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  }

  async answered(count: number): Promise<Json[]> {
    await expect.poll(() => this.responses.length, { interval: 10 }).toBeGreaterThanOrEqual(count)
    return this.responses
  }
}

const call = (id: number | string, name: string, args = {}, _meta?: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(_meta && { _meta }) },
})
const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
})

describe('over stdio', () => {
  test('each line is a message, and each response a line', async () => {
    const line = new Line()
    line.send({ jsonrpc: '2.0', id: 1, method: 'ping' }, { jsonrpc: '2.0', method: 'a' })
    line.send(modernMessage({ method: 'tools/list' }, 'two'))
    const [pong, list] = await line.answered(2)
    expect(pong).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect(list).toMatchObject({ id: 'two', result: { resultType: 'complete' } })
    line.input.end()
    await line.ended
    expect(line.responses).toHaveLength(2)
  })

  test('a line may arrive in pieces, with others, with a carriage return, or unterminated', async () => {
    const line = new Line()
    const text = JSON.stringify(call('ä', 'greet', { name: 'Äda' }))
    const bytes = Buffer.from(`\r\n\n${text}\r\n${text}\n${text}`)
    for (const byte of bytes) line.input.write(Uint8Array.of(byte))
    expect(await line.answered(2)).toHaveLength(2)
    line.input.end()
    await line.ended
    expect(line.responses.map(({ result }) => result.content[0].text)).toEqual(
      Array.from({ length: 3 }, () => 'Hello Äda.'),
    )
  })

  test('calls run concurrently, and responses are sent as they are ready', async () => {
    const line = new Line()
    line.send(call(1, 'count', { to: 1, pause: 60 }), call(2, 'count', { to: 1, pause: 5 }))
    line.send({ jsonrpc: '2.0', id: 3, method: 'ping' })
    expect((await line.answered(3)).map(({ id }) => id)).toEqual([3, 2, 1])
  })

  test('each report of progress is a separate line, before the response', async () => {
    const line = new Line()
    line.send(call(1, 'count', { to: 2, pause: 20 }, { progressToken: 'p' }))
    expect(await line.answered(1)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 'p', progress: 1, total: 2, message: 'step 1' },
      },
    ])
    const [, second, response] = await line.answered(3)
    expect(second.params).toMatchObject({ progressToken: 'p', progress: 2 })
    expect(response).toMatchObject({ id: 1, result: { isError: false } })
  })

  test('a cancelled call is aborted and gets no response', async () => {
    const line = new Line()
    line.send(call(1, 'wait'), call('1', 'wait'))
    await sleep(20)
    line.send(cancel(7), cancel(null), cancel('other'), cancel(1))
    line.send({ jsonrpc: '2.0', id: 2, method: 'ping' })
    await line.answered(1)
    await sleep(20)
    expect(line.responses.map(({ id }) => id)).toEqual([2])
    line.send(cancel('1'), cancel('1'))
    line.input.end()
    await line.ended
    expect(line.responses).toHaveLength(1)
  })

  test('a call is cancelled by its id, and by no other notification', async () => {
    const cancelled: string[] = []
    class Attentive {
      @McpTool('wait', 'Waits until it is cancelled.')
      async wait(name: string, signal: AbortSignal): Promise<void> {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        cancelled.push(name)
      }
    }
    const line = new Line({}, Attentive)
    line.send(call(1, 'wait', { name: 'first' }), call(2, 'wait', { name: 'second' }))
    line.send({ ...cancel(1), method: 'notifications/progress' })
    line.send({ jsonrpc: '2.0', method: 'notifications/cancelled' }, { ...cancel(1), id: 3 })
    line.send(cancel(2))
    await expect.poll(() => cancelled).toEqual(['second'])
    line.send(cancel(1))
    await expect.poll(() => cancelled).toEqual(['second', 'first'])
  })

  test('a report after the response is not sent', async () => {
    const late = Promise.withResolvers<void>()
    class Late {
      @McpTool('late', 'Reports too late.')
      late(progress: ProgressReporter): void {
        progress.report(1)
        void this.#reportLate(progress)
      }

      async #reportLate(progress: ProgressReporter): Promise<void> {
        await sleep(20)
        progress.report(2)
        late.resolve()
      }
    }
    const line = new Line({}, Late)
    line.send(call(1, 'late', {}, { progressToken: 'p' }))
    await line.answered(2)
    await late.promise
    line.send({ jsonrpc: '2.0', id: 'last', method: 'ping' })
    expect((await line.answered(3)).map(({ id, params }) => id ?? params.progress)).toEqual([
      1,
      1,
      'last',
    ])
  })

  test('an unreadable line gets a response without an id, and the next line is handled', async () => {
    const line = new Line({ maxMessageBytes: 100 })
    line.input.write('{\n')
    line.input.write(Buffer.from([34, 255, 34, 10]))
    line.input.write(`"${'a'.repeat(60)}`)
    line.input.write(`${'a'.repeat(60)}"\n`)
    line.send({ jsonrpc: '2.0', id: 1, method: 'ping' })
    const responses = await line.answered(4)
    expect(responses.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32700],
      [null, -32700],
      [null, -32600],
      [1, undefined],
    ])
    expect(responses[2].error.message).toBe('A line is over 100 bytes. Send shorter messages.')
  })

  test('a batch gets one line as response', async () => {
    const line = new Line()
    line.send([call(1, 'count', { to: 1, pause: 5 }), { jsonrpc: '2.0', id: 2, method: 'ping' }])
    const [response] = await line.answered(1)
    expect(response.map(({ id }: { id: number }) => id)).toEqual([1, 2])
  })

  test('after the end of the input, running calls have a while to finish', async () => {
    const stop = new AbortController()
    const longer = new Line({ shutdownTimeout: 2 ** 31, signal: stop.signal })
    const line = new Line({ shutdownTimeout: 100 })
    for (const each of [longer, line]) {
      each.send(call(1, 'count', { to: 1, pause: 20 }), call(2, 'wait'))
      each.input.end()
    }
    const ends = [longer.ended.then(() => 'longer'), line.ended.then(() => 'shorter')]
    expect(await Promise.race(ends)).toBe('shorter')
    expect(line.responses.map(({ id }) => id)).toEqual([1])
    stop.abort()
    await longer.ended
  })

  test('a shutdown timeout beyond the limit of timers lets running calls finish', async () => {
    const line = new Line({ shutdownTimeout: 2 ** 31 })
    line.send(call(1, 'count', { to: 1, pause: 1500 }))
    line.input.end()
    await line.ended
    expect(line.responses[0].result.isError).toBe(false)
  })

  test('a signal ends the service, and so does a client that stops reading', async () => {
    const controller = new AbortController()
    const line = new Line({ signal: controller.signal, shutdownTimeout: 2 ** 31 })
    line.send(call(1, 'wait'), { jsonrpc: '2.0', id: 2, method: 'ping' })
    await line.answered(1)
    controller.abort()
    await line.ended
    const broken = new Line()
    broken.output.destroy(new Error('EPIPE'))
    await broken.ended
  })

  test('a client that reads slowly is not sent more until it has read', async () => {
    const input = new PassThrough()
    const output = new PassThrough({ highWaterMark: 100 })
    const ended = serveStdio(serverOf([Workshop]), { input, output })
    const line = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`
    for (let count = 0; count < 2000; count += 1) input.write(line)
    input.end()
    await sleep(50)
    expect(output.readableLength + output.writableLength).toBeLessThan(20 * 1024 * 1024)
    let received = 0
    for await (const chunk of output) {
      received += String(chunk).split('\n').length - 1
      if (received === 2000) break
    }
    await ended
  })
})

test('after standard output is reserved, other writes go to standard error', async () => {
  const { stdout, stderr } = process
  const written: [stream: string, text: string][] = []
  const keep =
    (stream: string) => (text: string | Uint8Array, _encoding: unknown, done: unknown) => {
      written.push([stream, String(text)])
      if (typeof done === 'function') done()
      return true
    }
  const out = vi.spyOn(stdout, 'write').mockImplementation(keep('stdout'))
  const err = vi.spyOn(stderr, 'write').mockImplementation(keep('stderr'))
  const listeners = stdout.listeners('error')
  onTestFinished(() => {
    out.mockRestore()
    err.mockRestore()
    for (const added of stdout.listeners('error').slice(listeners.length)) {
      stdout.off('error', added as () => void)
    }
  })
  const output = reserveStdout()
  await new Promise<void>((resolve) => output.write('ä\n', () => resolve()))
  stdout.write('a log\n')
  await new Promise<void>((resolve) => output.write(Buffer.from('b\n'), () => resolve()))
  expect(written).toEqual([
    ['stdout', 'ä\n'],
    ['stderr', 'a log\n'],
    ['stdout', 'b\n'],
  ])
  expect(() => stdout.emit('error', new Error('EPIPE'))).not.toThrow()
})
