import { type Errors, readOrder, Rejection } from '../orders/hand-written.ts'
import { receiptOf } from '../orders/receipt.ts'
import { items } from './items.ts'
import { actions, resources } from './resources.ts'

export interface Answer {
  status: number
  body: string
}

const table = new Map<string, { resource: string; action: string }>()
for (const resource of resources) {
  for (const { action, method, path } of actions) {
    table.set(`${method} /${resource}${path === '' ? '' : '/'}`, { resource, action })
  }
}

/** A handwritten program for the requests of this benchmark. */
export function answer(method: string, path: string, query: string, body: string): Answer {
  try {
    return route(method, path, query, body)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return json(400, { error: 'The path or query is badly encoded.' })
  }
}

export function readsBody(method: string, path: string): boolean {
  return path === '/orders' && method === 'POST'
}

function route(method: string, path: string, query: string, body: string): Answer {
  if (method === 'GET') {
    if (path === '/json') return json(200, { message: 'Hello, World!' })
    if (path === '/list') return json(200, items)
    if (path.startsWith('/users/') && path.endsWith('/orders')) {
      return userOrders(path.slice(7, -7), query)
    }
  }
  if (readsBody(method, path)) return createOrder(body)
  const slash = path.indexOf('/', 1)
  const found = table.get(`${method} ${slash === -1 ? path : path.slice(0, slash + 1)}`)
  const id = slash === -1 ? undefined : path.slice(slash + 1)
  if (!found || id === '' || id?.includes('/')) {
    return json(404, { error: `No route matches ${method} ${path}.` })
  }
  if (id === undefined) return json(200, found)
  return json(200, { resource: found.resource, action: found.action, id: decodePath(id) })
}

function userOrders(idText: string, query: string): Answer {
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
  for (const _ in rejection.errors) return rejected(rejection.errors)
  return json(200, { id, limit, active })
}

function createOrder(body: string): Answer {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return json(400, { error: 'The body is not valid JSON.' })
  }
  const order = readOrder(value)
  return order instanceof Rejection ? rejected(order.errors) : json(200, receiptOf(order))
}

function rejected(errors: Errors): Answer {
  return json(422, { errors })
}

function json(status: number, value: unknown): Answer {
  return { status, body: JSON.stringify(value) }
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
