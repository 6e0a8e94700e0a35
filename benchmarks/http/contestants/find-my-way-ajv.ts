// The parts that frameworks are made of, assembled by hand: find-my-way routes, ajv checks.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import createRouter from 'find-my-way'
import { orderSchema, toErrors } from '../../orders/json-schema.ts'
import { type Priced, receiptOf } from '../../orders/receipt.ts'
import { items } from '../items.ts'
import { actions, resources } from '../resources.ts'
import { userOrdersSchema } from './user-orders-schema.ts'

const ajv = new Ajv({ allErrors: true, strict: false })
formats.default(ajv)
const coercing = new Ajv({ allErrors: true, strict: false, coerceTypes: true, useDefaults: true })
const isOrder = ajv.compile<Priced>(orderSchema)
const isUserOrders = coercing.compile(userOrdersSchema)

const router = createRouter({
  defaultRoute: (request, response) =>
    send(response, 404, { error: `No route matches ${request.method} ${request.url}.` }),
})

router.on('GET', '/json', (_, response) => send(response, 200, { message: 'Hello, World!' }))
router.on('GET', '/list', (_, response) => send(response, 200, items))
router.on('GET', '/users/:id/orders', (request, response, parameters) => {
  const url = request.url as string
  const mark = url.indexOf('?')
  const { limit, active } = mark === -1 ? {} : parse(url.slice(mark + 1))
  const values = { id: parameters.id, limit, active }
  if (!isUserOrders(values)) return reject(response, isUserOrders.errors ?? [])
  send(response, 200, values)
})
router.on('POST', '/orders', (request, response) => {
  readJson(request, response, (order) => {
    if (!isOrder(order)) return reject(response, isOrder.errors ?? [])
    send(response, 200, receiptOf(order))
  })
})
for (const resource of resources) {
  for (const { action, method, path } of actions) {
    router.on(method, `/${resource}${path}`, (_, response, { id }) =>
      send(response, 200, { resource, action, id }),
    )
  }
}

createServer((request, response) => router.lookup(request, response)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
)

function readJson(
  request: IncomingMessage,
  response: ServerResponse,
  use: (value: unknown) => void,
): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    let value: unknown
    try {
      value = JSON.parse(Buffer.concat(chunks).toString())
    } catch {
      return send(response, 400, { error: 'The body is not valid JSON.' })
    }
    use(value)
  })
}

function reject(response: ServerResponse, errors: Parameters<typeof toErrors>[0]): void {
  send(response, 422, { errors: toErrors(errors) })
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}
