import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { serve } from 'fw/node'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { verifies } from '../../../../spec/verifies.ts'
import { FuzzTarget } from './fixtures/fuzz-target.ts'
import { mutatedMessages } from './mutated-messages.ts'
import { kernelOf, type Json } from './serving.ts'

// FW_FUZZ_MESSAGES=100000 npx vitest run packages/framework/test/mcp/fuzz.test.ts
const count = Number(process.env['FW_FUZZ_MESSAGES'] ?? 3000)
const seed = Number(process.env['FW_FUZZ_SEED'] ?? 1)
const timeout = 60_000 + count * 10

/** What a message may be answered with; undefined for text that is no JSON. */
function read(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isNotification(message: Json): boolean {
  const isObject = typeof message === 'object' && message !== null && !Array.isArray(message)
  return isObject && typeof message.method === 'string' && !Object.hasOwn(message, 'id')
}

function expectAnswer(answer: Json, message: Json): void {
  expect(answer.jsonrpc).toBe('2.0')
  expect('result' in answer).not.toBe('error' in answer)
  if (answer.id !== null) expect(answer.id).toEqual(message?.id)
  if ('error' in answer) expect(answer.error.code).not.toBe(-32603)
}

describe(`${count} damaged messages`, () => {
  verifies(
    ['mcp.notification-unanswered', 'mcp.error-invalid-request'],
    'over HTTP: each has an answer of its own, and the server goes on',
    async () => {
      vi.spyOn(console, 'log').mockReturnValue(undefined)
      vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      const server = await serve(kernelOf([FuzzTarget]), { port: 0, host: '127.0.0.1' })
      const agent = new Agent({ keepAlive: true, maxSockets: 16 })
      onTestFinished(async () => {
        vi.restoreAllMocks()
        agent.destroy()
        await server.close()
      })
      const messages = mutatedMessages(count, seed)
      const statuses = new Map<number, number>()
      const lane = async () => {
        for (const text of messages) {
          const { status, type, body } = await post(server.port, agent, text)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          expectHttpAnswer(text, status, type, body)
        }
      }
      await Promise.all(Array.from({ length: 16 }, lane))
      expect([...statuses.keys()].toSorted()).toEqual([200, 202, 400, 404])
      expect([...statuses.values()].reduce((sum, some) => sum + some)).toBe(count)
      const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
      expect((await post(server.port, agent, ping)).body).toBe(
        '{"jsonrpc":"2.0","id":1,"result":{}}',
      )
    },
    timeout,
  )

  verifies(
    ['mcp.notification-unanswered', 'mcp.stdio-stdout-pure'],
    'over stdio: each request has one answer, and standard output holds nothing else',
    async () => {
      const program = fileURLToPath(new URL('fixtures/serve-fuzz-target.ts', import.meta.url))
      const child = spawn(process.execPath, ['--import', '@fw/transform/register', program])
      onTestFinished(() => void child.kill())
      child.stderr.resume()
      const lines = createInterface({ input: child.stdout })
      let answers = 0
      lines.on('line', (line) => {
        const answer = JSON.parse(line)
        for (const each of [answer].flat()) {
          expect(each.jsonrpc).toBe('2.0')
          expect('method' in each ? each.method : 'notifications/progress').toBe(
            'notifications/progress',
          )
        }
        if (!('method' in answer)) answers += 1
      })
      let answered = 0
      let cancellations = 0
      for (const text of mutatedMessages(count, seed)) {
        if (isAnswered(text)) answered += 1
        if (text.includes('notifications/cancelled')) cancellations += 1
        if (!child.stdin.write(`${text}\n`)) await once(child.stdin, 'drain')
      }
      child.stdin.end()
      const [code] = await once(child, 'close')
      expect(code).toBe(0)
      expect(answers).toBeLessThanOrEqual(answered)
      expect(answers).toBeGreaterThanOrEqual(answered - cancellations)
    },
    timeout,
  )
})

function expectHttpAnswer(text: string, status: number, type: string, body: string): void {
  const message = read(text)
  if (isNotification(message)) {
    expect(body).toBe('')
    expect([202, 400]).toContain(status)
  } else if (status === 202) {
    expect(body).toBe('')
  } else if (type === 'text/event-stream') {
    const last = body.split('\n\n').at(-2)?.split('data: ')[1] ?? ''
    expectAnswer(JSON.parse(last), message)
  } else {
    const answer = JSON.parse(body)
    if (!Array.isArray(answer)) expectAnswer(answer, message)
    else for (const each of answer) expect(each.jsonrpc).toBe('2.0')
  }
}

function isAnswered(text: string): boolean {
  const message = read(text)
  if (Array.isArray(message))
    return message.length === 0 || message.some(wantsAnswer) || isRefused(message)
  return wantsAnswer(message)
}

function wantsAnswer(message: Json): boolean {
  if (isNotification(message)) return false
  const isObject = typeof message === 'object' && message !== null
  const isResponse =
    isObject && message.method === undefined && ('result' in message || 'error' in message)
  return !(isResponse && message.jsonrpc === '2.0')
}

/** A batch is refused as a whole, whatever else is in it. */
function isRefused(batch: Json[]): boolean {
  return batch.some(
    (each) => each?.method === 'initialize' || JSON.stringify(each?.params)?.includes('io.model'),
  )
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

function post(port: number, agent: Agent, text: string): Promise<Answer> {
  const message = read(text)
  const isModern = text.includes('io.modelcontextprotocol/')
  const named = message?.params?.name ?? message?.params?.uri
  const headers = {
    'content-type': 'application/json',
    ...(isModern && { 'mcp-protocol-version': '2026-07-28' }),
    ...(isModern && { 'mcp-method': encode(message?.method) }),
    ...(isModern && { 'mcp-name': encode(named) }),
    ...(isModern && { 'mcp-param-count': '2' }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', path: '/mcp', method: 'POST', agent, headers },
      (answer) => {
        let body = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk) => (body += chunk))
        answer.on('end', () => {
          const type = String(answer.headers['content-type'])
          resolve({ status: answer.statusCode ?? 0, type, body })
        })
        answer.on('error', reject)
      },
    )
    sent.setTimeout(10_000, () => sent.destroy(new Error(`No answer to ${text}`)))
    sent.on('error', reject)
    sent.end(text)
  })
}

function encode(value: unknown): string {
  const text = typeof value === 'object' ? 'object' : String(value)
  return /^[\x20-\x7e]{1,200}$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`
}
