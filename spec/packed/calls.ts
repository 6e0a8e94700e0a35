import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'

const run = promisify(execFile)

/** Calls each route, the document and the tool of the application. */
export async function callApplication(address: string): Promise<void> {
  const create = (order: unknown) => post(`${address}/orders`, order)
  const lines = [{ sku: 'A', quantity: 2 }]
  expect(await create({ customer: 'ada@example.com', lines })).toEqual([
    201,
    { customer: 'ada@example.com', pieces: 2 },
  ])
  expect(await create({ customer: 'ada', lines: [{ sku: 'A', quantity: 0 }] })).toEqual([
    422,
    {
      errors: {
        customer: ['must be a valid email address.'],
        'lines.0.quantity': ['must be greater than 0.'],
      },
    },
  ])
  const order = await fetch(`${address}/orders/7?currency=USD`)
  expect([order.status, await order.text()]).toEqual([shown.statusCode, shown.body])
  const document = await (await fetch(`${address}/openapi.json`)).json()
  expect(document).toMatchObject({ info: { version: '1.2.3' } })
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'order_total',
      arguments: { order: { customer: 'ada@example.com', lines } },
    },
  }
  const [, called] = await post(`${address}/mcp`, call)
  expect(called).toMatchObject({
    result: { structuredContent: { customer: 'ada@example.com', pieces: 2 } },
  })
}

/** The response of the application for an order. */
export const shown = { statusCode: 200, body: '{"id":7,"currency":"USD"}' }

/** Asks the handler of a module for that, as AWS Lambda does. */
export async function callLambda(node: string, cwd: string, module: string): Promise<unknown> {
  const event = {
    version: '2.0',
    rawPath: '/orders/7',
    rawQueryString: 'currency=USD',
    headers: {},
    requestContext: { http: { method: 'GET' } },
    isBase64Encoded: false,
  }
  const program = `import { handler } from '${module}'
const { statusCode, body } = await handler(${JSON.stringify(event)})
console.log(JSON.stringify({ statusCode, body }))`
  const env = { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error' }
  const { stdout } = await run(node, ['--input-type=module', '--eval', program], { cwd, env })
  return JSON.parse(stdout)
}

async function post(address: string, body: unknown): Promise<[number, unknown]> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  })
  return [response.status, await response.json()]
}
