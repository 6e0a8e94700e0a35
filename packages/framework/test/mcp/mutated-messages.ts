import { modernMessage } from './serving.ts'

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
const valid: readonly object[] = [
  ...requests.map((request, id) => ({ jsonrpc: '2.0', id, ...request })),
  ...requests.map((request, id) => modernMessage(request, `m${id}`)),
  ...notifications,
  { jsonrpc: '2.0', id: 1, result: {} },
  [
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    notifications[0],
    { jsonrpc: '2.0', id: 2, ...call('later', {}) },
  ],
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

/** Numbers from 0 to 1 that are the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Messages of both eras, damaged in their values, their structure or their text. None has a line end. */
export function* mutatedMessages(count: number, seed: number): Generator<string> {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  for (let number = 0; number < count; number += 1) {
    const message = structuredClone(pick(valid))
    for (let times = Math.floor(random() * 3); times > 0; times -= 1) damage(message, random, pick)
    const text = JSON.stringify(message)
    // A cut may fall between the halves of a character, which UTF-8 cannot carry.
    yield random() < 0.15 ? damageText(text, random).toWellFormed() : text
  }
}

type Pick = <T>(list: readonly T[]) => T

function damage(node: object, random: () => number, pick: Pick): void {
  const members = node as Record<string, unknown>
  const key = pick(Object.keys(members)) as string | undefined
  const inner = key === undefined ? undefined : members[key]
  if (typeof inner === 'object' && inner !== null && random() < 0.6) {
    damage(inner, random, pick)
  } else if (key !== undefined && random() < 0.3) {
    delete members[key]
  } else if (key === undefined || random() < 0.2) {
    const value = structuredClone(pick(oddValues))
    Object.defineProperty(members, pick(oddKeys), {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  } else {
    members[key] = structuredClone(pick(oddValues))
  }
}

function damageText(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length)
  switch (Math.floor(random() * 5)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return (
        text.slice(0, at) + String.fromCharCode(32 + Math.floor(random() * 95)) + text.slice(at + 1)
      )
    case 2:
      return text + text
    case 3:
      return '['.repeat(20_000)
    default:
      return text.slice(at)
  }
}
