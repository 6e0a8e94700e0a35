import { invalidOrder, invalidOrderErrors, validOrder } from '../orders/payloads.ts'
import { receiptOf } from '../orders/receipt.ts'
import { items } from './items.ts'

/** A request, and the status of its response. */
export interface TimedRequest {
  method: string
  path: string
  headers?: Readonly<Record<string, string>>
  /** A header whose values are sent in turn, so that no two requests in a row are alike. */
  turns?: { readonly name: string; readonly values: () => readonly string[] }
  /** JSON. */
  body?: string
  status: number
}

/** A request and the response that every contestant gives. */
export interface Exchange extends TimedRequest {
  answer: string
}

/** The timed requests. The responses are compared byte for byte first. */
export const rows: Record<string, Exchange> = {
  json: get('/json', { message: 'Hello, World!' }),
  typed: get('/users/42/orders?limit=20&active=true', { id: 42, limit: 20, active: true }),
  post: post('/orders', validOrder, 200, receiptOf(validOrder)),
  rejected: post('/orders', invalidOrder, 422, { errors: invalidOrderErrors }),
  list: get('/list', items),
  routes: get('/resource-59/4711', { resource: 'resource-59', action: 'show', id: '4711' }),
}

/** Further requests, which show that every contestant does the same work; the order of keys is free. */
export const probes: Record<string, Exchange> = {
  'defaults of the query': get('/users/7/orders', { id: 7, limit: 20, active: false }),
  'encoded query': get('/users/7/orders?%6Cimit=%33', { id: 7, limit: 3, active: false }),
  'wrong query': get(
    '/users/7/orders?limit=ten&active=maybe',
    { errors: { limit: ['must be an integer.'], active: ['must be a boolean.'] } },
    422,
  ),
  'wrong placeholder': get('/users/seven/orders', { errors: { id: ['must be an integer.'] } }, 422),
  'encoded placeholder': get('/resource-3/a%20b', {
    resource: 'resource-3',
    action: 'show',
    id: 'a b',
  }),
  'first route': get('/resource-0', { resource: 'resource-0', action: 'list' }),
  'another method': {
    ...get('/resource-7/9', { resource: 'resource-7', action: 'remove', id: '9' }),
    method: 'DELETE',
  },
  'missing fields': post('/orders', { customer: {}, lines: [{ sku: 'ABC-1001', price: 1 }] }, 422, {
    errors: {
      'customer.name': ['is required.'],
      'customer.email': ['is required.'],
      'lines.0.quantity': ['is required.'],
      status: ['is required.'],
    },
  }),
  'out of range': post(
    '/orders',
    {
      ...validOrder,
      note: 'n'.repeat(501),
      lines: [{ sku: 'ABC-1001', quantity: 1000, price: 1 }],
    },
    422,
    {
      errors: {
        note: ['must be at most 500 characters.'],
        'lines.0.quantity': ['must be less than 1000.'],
      },
    },
  ),
}

function get(path: string, answer: object, status = 200): Exchange {
  return { method: 'GET', path, status, answer: JSON.stringify(answer) }
}

function post(path: string, body: object, status: number, answer: object): Exchange {
  const sent = JSON.stringify(body)
  return { method: 'POST', path, body: sent, status, answer: JSON.stringify(answer) }
}
