// The floor: what someone writes by hand who knows these requests and wants them fast.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Errors, readOrder, Rejection } from '../../orders/hand-written.ts'
import { receiptOf } from '../../orders/receipt.ts'
import { items } from '../items.ts'
import { actions, resources } from '../resources.ts'

const maximumBody = 2 * 1024 * 1024

const table = new Map<string, { resource: string; action: string }>()
for (const resource of resources) {
  for (const { action, method, path } of actions) {
    table.set(`${method} /${resource}${path === '' ? '' : '/'}`, { resource, action })
  }
}

createServer((request, response) => {
  try {
    answer(request, response)
  } catch (error) {
    const isBadEncoding = error instanceof URIError
    send(response, isBadEncoding ? 400 : 500, {
      error: isBadEncoding ? 'The path or query is badly encoded.' : 'Internal server error.',
    })
  }
}).listen(Number(process.env.PORT), '127.0.0.1')

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = request.url as string
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const method = request.method as string
  if (method === 'GET') {
    if (path === '/json') return send(response, 200, { message: 'Hello, World!' })
    if (path === '/list') return send(response, 200, items)
    if (path.startsWith('/users/') && path.endsWith('/orders')) {
      return userOrders(response, path.slice(7, -7), mark === -1 ? '' : url.slice(mark + 1))
    }
  }
  if (path === '/orders' && method === 'POST') return createOrder(request, response)
  const slash = path.indexOf('/', 1)
  const found = table.get(`${method} ${slash === -1 ? path : path.slice(0, slash + 1)}`)
  const id = slash === -1 ? undefined : path.slice(slash + 1)
  if (!found || id === '' || id?.includes('/')) {
    return send(response, 404, { error: `No route matches ${method} ${path}.` })
  }
  if (id === undefined) return send(response, 200, found)
  send(response, 200, { resource: found.resource, action: found.action, id: decodePath(id) })
}

function userOrders(response: ServerResponse, idText: string, query: string): void {
  const rejection = new Rejection()
  let limitText: string | undefined
  let activeText: string | undefined
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    if (name === 'limit') limitText = decode(equals === -1 ? '' : pair.slice(equals + 1))
    else if (name === 'active') activeText = decode(equals === -1 ? '' : pair.slice(equals + 1))
  }
  const id = toInteger(decodePath(idText), 'id', rejection)
  const limit = limitText === undefined ? 20 : toInteger(limitText, 'limit', rejection)
  const active = activeText === undefined ? false : toBoolean(activeText, 'active', rejection)
  for (const _ in rejection.errors) return reject(response, rejection.errors)
  send(response, 200, { id, limit, active })
}

function createOrder(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= maximumBody) chunks.push(chunk)
  })
  request.on('end', () => {
    if (size > maximumBody) return send(response, 413, { error: 'The body is too large.' })
    let value: unknown
    try {
      const [first] = chunks
      value = JSON.parse(
        (chunks.length === 1 ? (first as Buffer) : Buffer.concat(chunks)).toString(),
      )
    } catch {
      return send(response, 400, { error: 'The body is not valid JSON.' })
    }
    const order = readOrder(value)
    if (order instanceof Rejection) return reject(response, order.errors)
    send(response, 200, receiptOf(order))
  })
}

function reject(response: ServerResponse, errors: Errors): void {
  send(response, 422, { errors })
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

function decode(text: string): string {
  return decodePath(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

function decodePath(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text
}

function toInteger(text: string, key: string, rejection: Rejection): number {
  const value = /^[+-]?\d+$/u.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value)) rejection.add(key, 'must be an integer.')
  return value
}

function toBoolean(text: string, key: string, rejection: Rejection): boolean {
  if (text === 'true' || text === '1') return true
  if (text !== 'false' && text !== '0') rejection.add(key, 'must be a boolean.')
  return false
}
