import { expect, test } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { importableApplication } from '../../support/temporary-application.ts'

const files = {
  'package.json': '{ "type": "module" }',
  'src/order-missing.ts': 'export class OrderMissing extends Error {}\n',
  'src/shop-errors.ts': `import { ErrorHandler } from '@fw/core'
import { OrderMissing } from './order-missing.ts'
export class ShopErrors {
  @ErrorHandler(404) missing(error: OrderMissing): void {}
}
`,
  'src/orders.ts': `import { Get, McpTool } from '@fw/core'
import { OrderMissing } from './order-missing.ts'
export class Orders {
  @Get('/orders') @McpTool('orders', 'Lists the orders.')
  list(): string[] { throw new OrderMissing('There is none.') }
}
`,
}

test.each([
  ['FW_ERRORS', 'FW_ERRORS=problem\n', {}],
  ['the option errors', '', { errors: 'problem' }],
] as const)(
  'error handlers are discovered, and %s gives routes and tools their form',
  async (...given) => {
    const [, settings, options] = given
    const root = importableApplication({ ...files, '.env': settings })
    const { kernel, container } = await createApp(root, options)
    const problem = {
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is none.',
    }
    const response = await kernel.fetch(new Request('http://localhost/orders'))
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toEqual(problem)
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'orders' } }
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(call) }
    const toolResponse = await kernel.fetch(new Request('http://localhost/mcp', init))
    expect(await toolResponse.json()).toMatchObject({
      result: { isError: true, content: [{ text: JSON.stringify(problem) }] },
    })
    await container[Symbol.asyncDispose]()
  },
)
