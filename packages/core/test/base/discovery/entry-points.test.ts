import { CommandDiscovery, EventListenerDiscovery, RouteDiscovery } from '@fw/core'
import { McpDiscovery } from '@fw/core/mcp'
import { expect, test } from 'vitest'
import { importableApplication } from '../../support/temporary-application.ts'

test('each registry is discovered by itself', async () => {
  const root = importableApplication({
    'package.json': '{ "type": "module" }',
    'src/everything.ts': `import { Command, Get, Listener, McpTool } from '@fw/core'
export class Placed {}
export class Everything {
  @Get('/orders') list() {}
  @Listener() on(placed: Placed) {}
  @Command('orders:tidy') tidy() {}
  @McpTool('count_orders', 'Counts orders.') count() {}
}
`,
  })

  const router = await RouteDiscovery.discover(root)
  const listeners = await EventListenerDiscovery.discover(root)
  const tools = await McpDiscovery.discover(root)
  const commands = await CommandDiscovery.discover(root)

  expect(router.routes.map(({ path }) => path)).toEqual(['/orders'])
  expect(listeners.listeners.length).toBe(1)
  expect([...tools.tools.keys()]).toEqual(['count_orders'])
  expect(commands.commands.map(({ name }) => name)).toEqual(['orders:tidy'])
})
