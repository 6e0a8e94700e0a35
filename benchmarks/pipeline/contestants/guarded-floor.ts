// The floor of `guarded`: CORS, security headers, an id and a limit by hand on bare `node:http`. As in `fw`, the id is known
// to the lines that are written to the log meanwhile.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { address, contentSecurityPolicy, exposed, limit, origin, referrerPolicy } from '../shop.ts'

const origins = new Set([origin])
const exposedHeaders = exposed.join(', ')
/** Microseconds between two units. */
const interval = 1_000_000 / limit
const most = limit * interval
const policy = `"application";q=${limit};w=1`
/** When each client owes nothing any more, in microseconds. */
let owing = new Map<string, number>()
const current = new AsyncLocalStorage<{ readonly requestId: string }>()

createServer((request, response) => {
  const requestId = randomUUID()
  current.run({ requestId }, () => answer(request, response, requestId))
}).listen(address)

function answer(request: IncomingMessage, response: ServerResponse, id: string): void {
  if (request.method !== 'GET' || request.url !== '/guarded') {
    response.writeHead(404).end()
    return
  }
  const now = Date.now() * 1000
  const client = clientOf(request)
  const owed = Math.max((owing.get(client) ?? now) - now, 0)
  const isTaken = owed + interval <= most
  const after = isTaken ? owed + interval : owed
  if (owing.size > 100_000) owing = new Map()
  owing.set(client, now + after)
  const remaining = Math.floor((most - after) / interval)
  const reset = Math.ceil((after - (limit - remaining - 1) * interval) / 1_000_000)
  const state = `"application";r=${remaining};t=${reset}`
  if (isTaken) send(request, response, 200, { message: 'Hello, World!' }, state, id)
  else send(request, response, 429, { error: 'Too many requests.' }, state, id)
}

function send(
  { headers }: IncomingMessage,
  response: ServerResponse,
  status: number,
  value: object,
  state: string,
  id: string,
): void {
  const body = JSON.stringify(value)
  const asking = headers.origin
  const isAllowed = asking !== undefined && origins.has(asking)
  response.writeHead(status, [
    'content-type',
    'application/json',
    'ratelimit-policy',
    policy,
    'ratelimit',
    state,
    'content-security-policy',
    contentSecurityPolicy,
    'cross-origin-opener-policy',
    'same-origin',
    'cross-origin-resource-policy',
    'same-origin',
    'origin-agent-cluster',
    '?1',
    'referrer-policy',
    referrerPolicy,
    'x-content-type-options',
    'nosniff',
    'x-dns-prefetch-control',
    'off',
    'x-download-options',
    'noopen',
    'x-frame-options',
    'SAMEORIGIN',
    'x-permitted-cross-domain-policies',
    'none',
    'x-xss-protection',
    '0',
    'vary',
    'Origin',
    ...(isAllowed
      ? ['access-control-allow-origin', asking, 'access-control-expose-headers', exposedHeaders]
      : []),
    'x-request-id',
    id,
    'content-length',
    String(Buffer.byteLength(body)),
  ])
  response.end(body)
}

function clientOf({ socket }: IncomingMessage): string {
  const ip = socket.remoteAddress ?? ''
  return ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip
}
