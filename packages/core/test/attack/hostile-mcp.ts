import { modernMessage, type Json } from '../features/mcp/serving.ts'
import type { Answer, HostileRequest } from './hostile-http.ts'
import { below, pick, type Random } from './random.ts'

const call = (name: string, args: object, more: object = {}) => ({
  method: 'tools/call',
  params: { name, arguments: args, ...more },
})
const token = { _meta: { progressToken: 'p' } }

const requests = [
  { method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } },
  { method: 'ping', params: {} },
  { method: 'server/discover', params: {} },
  { method: 'tools/list', params: { cursor: 'dG9vbHM6MTAw' } },
  { method: 'resources/list', params: {} },
  { method: 'resources/templates/list', params: {} },
  { method: 'resources/read', params: { uri: 'fuzz://text' } },
  { method: 'resources/read', params: { uri: 'fuzz://12/a/b%20c' } },
  call('echo', { text: 'hello', count: 2 }),
  call('item', { item: { name: 'a', children: [{ name: 'b' }] }, when: '2026-01-01T00:00:00Z' }),
  call('later', {}, token),
  call('later', {}),
  call('fail', {}, token),
]
const notifications = [
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3, reason: 'no' } },
]
const legacy: readonly object[] = requests.map((request, id) => ({
  jsonrpc: '2.0',
  id,
  ...request,
}))
const valid: readonly object[] = [
  ...legacy,
  ...requests.map((request, id) => modernMessage(request, `m${id}`)),
  ...notifications,
  { jsonrpc: '2.0', id: 1, result: {} },
]

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  'a'.repeat(3000),
  '\u0000\u{1F600}\uD800',
  '__proto__',
  'constructor',
  '2026-07-28',
  [],
  {},
  [[[[[[[[]]]]]]]],
  { toString: 1, constructor: null, length: -1 },
]
const oddKeys = [
  '__proto__',
  'constructor',
  'id',
  'method',
  'params',
  '_meta',
  'jsonrpc',
  'name',
  '',
]

/** The most messages that a batch may have. */
const batchLimit = 100

/**
 * A message of either protocol era, or a batch, damaged in its values, structure or text. It has no
 * line end.
 */
function hostileMessage(random: Random): string {
  const isBatch = random() < 0.1
  const message = isBatch ? hostileBatch(random) : structuredClone(pick(random, valid))
  for (let times = below(random, 3); times > 0; times -= 1) damage(message, random)
  const text = JSON.stringify(message)
  // A cut may fall between the halves of a character, which UTF-8 cannot carry.
  return random() < 0.15 ? damageText(text, random).toWellFormed() : text
}

/** Mostly short; some have more messages than are allowed, and some have batches inside. */
function hostileBatch(random: Random): object[] {
  const length = random() < 0.05 ? below(random, 30) + batchLimit - 15 : below(random, 6)
  return Array.from({ length }, () => {
    const source = random() < 0.02 ? valid : [...legacy.slice(1), ...notifications]
    return random() < 0.02 ? hostileBatch(random) : structuredClone(pick(random, source))
  })
}

/**
 * A line of standard input without its end: a message, or an invalid line by its bytes or length.
 */
export function hostileLine(random: Random, limit: number): Buffer {
  const chance = random()
  if (chance < 0.002)
    return Buffer.alloc(limit + below(random, 1000), pick(random, ['[', '"', ' ']))
  const line = Buffer.from(hostileMessage(random))
  if (chance < 0.05) line[below(random, line.length)] = pick(random, [0, 0x80, 0xc0, 0xff])
  return line
}

/** A POST of such a message. */
export function hostileMcp(random: Random): HostileRequest {
  const text = hostileMessage(random)
  const message = read(text)
  const isModern = text.includes('io.modelcontextprotocol/')
  const named = message?.params?.name ?? message?.params?.uri
  const headers = isModern
    ? 'mcp-protocol-version: 2026-07-28\r\nmcp-param-count: 2\r\n' +
      `mcp-method: ${encode(message?.method)}\r\nmcp-name: ${encode(named)}\r\n`
    : ''
  const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}`
  return {
    kind: Array.isArray(message) ? 'MCP batch' : 'MCP message',
    pieces: [Buffer.from(`${head}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)],
    statuses: [[200, 202, 400, 404]],
    isFramed: true,
    faultOf: (answer) => faultOf(text, answer),
  }
}

/** The number of response lines for a line; a cancelled call has none. */
export function answersTo(line: Buffer, limit: number): 0 | 1 {
  if (line.length > limit) return 1
  // Invalid UTF-8 is read as U+FFFD, which no message contains.
  const text = line.toString().trim()
  if (text === '') return 0
  if (text.includes('\ufffd')) return 1
  const message = read(text)
  if (!Array.isArray(message)) return wantsAnswer(message) ? 1 : 0
  const isWhole = message.length > 0 && message.length <= batchLimit && !message.some(isForeign)
  return isWhole && !message.some(wantsAnswer) ? 0 : 1
}

/** Returns the problem with one response, or all of a batch. */
export function faultOfAnswer(answer: Json, message: Json): string | undefined {
  if (Array.isArray(answer)) {
    return answer.map((each) => faultOfAnswer(each, undefined)).find((fault) => fault)
  }
  if (answer.jsonrpc !== '2.0') return 'The answer has no version.'
  if ('result' in answer === 'error' in answer) return 'The answer has not one of result and error.'
  if (answer.error?.code === -32603) return 'An error of the inside.'
  const isOwn = message === undefined || answer.id === null || answer.id === message?.id
  return isOwn ? undefined : 'The answer has another id.'
}

function faultOf(text: string, { status, body }: Answer): string | undefined {
  const message = read(text)
  if (isNotification(message) || status === 202) {
    return body === '' ? undefined : 'A notification was answered.'
  }
  const json = body.startsWith('event: ') ? body.split('\n\n').at(-2)?.split('data: ')[1] : body
  return faultOfAnswer(read(json ?? ''), message)
}

/** Undefined for text that is no JSON. */
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

function wantsAnswer(message: Json): boolean {
  if (isNotification(message)) return false
  const isObject = typeof message === 'object' && message !== null
  const isResponse =
    isObject && message.method === undefined && ('result' in message || 'error' in message)
  return !(isResponse && message.jsonrpc === '2.0')
}

/** True if the message causes the whole batch to be refused. */
function isForeign(message: Json): boolean {
  const meta = message?.params?._meta
  return (
    message?.method === 'initialize' || JSON.stringify(meta)?.includes('"io.modelcontextprotocol/')
  )
}

function damage(node: object, random: Random): void {
  const members = node as Record<string, unknown>
  const keys = Object.keys(members)
  const key = keys.length === 0 ? undefined : pick(random, keys)
  const inner = key === undefined ? undefined : members[key]
  if (typeof inner === 'object' && inner !== null && random() < 0.6) {
    damage(inner, random)
  } else if (key !== undefined && random() < 0.3) {
    // A hole in a list becomes null.
    delete members[key]
  } else if (key === undefined || random() < 0.2) {
    const value = structuredClone(pick(random, oddValues))
    Object.defineProperty(members, pick(random, oddKeys), {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  } else {
    members[key] = structuredClone(pick(random, oddValues))
  }
}

function damageText(text: string, random: Random): string {
  const at = below(random, text.length)
  switch (below(random, 5)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + String.fromCharCode(32 + below(random, 95)) + text.slice(at + 1)
    case 2:
      return text + text
    case 3:
      return pick(random, ['[', '{"a":', '[{"params":']).repeat(20_000)
    default:
      return text.slice(at)
  }
}

/** Returns a value as in a mirrored header. */
function encode(value: unknown): string {
  const text = typeof value === 'object' ? 'object' : String(value)
  return /^[\x20-\x7e]{1,200}$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`
}
