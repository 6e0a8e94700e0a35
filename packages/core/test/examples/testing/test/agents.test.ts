import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { expect, test } from 'vitest'
import { Orders } from '../src/orders.ts'
import { createShop, postOrder } from './shop.ts'

test('an agent counts the orders', async () => {
  const shop = await createShop()
  await postOrder(shop, { email: 'ada@example.com', pieces: 2 })
  const registry = new McpRegistry().register(Orders)
  const server = new McpServer(
    registry,
    new McpDispatcher(shop.container, shop.router),
  )
  const agent = new McpTestClient(server)

  const { content } = await agent.callTool('count_orders')

  expect(content).toEqual([{ type: 'text', text: '1' }])
})
