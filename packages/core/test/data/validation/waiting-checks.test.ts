import {
  Body,
  Check,
  Container,
  JsonLogger,
  Kernel,
  Logger,
  McpTool,
  Post,
  Provides,
  Router,
  Use,
  type HttpRequest,
  type int,
  type Middleware,
  type Next,
  type ToolCall,
} from '@fw/core'
import { McpTestClient } from '@fw/core/testing'
import { expect, test } from 'vitest'
import { serverOf } from '../../features/mcp/serving.ts'

class Caller {
  constructor(readonly name: string) {}
}
@Provides(Caller)
class WithCaller implements Middleware {
  handle(request: HttpRequest, next: Next) {
    request.provide(Caller, new Caller('web'))
    return next()
  }
  handleTool(call: ToolCall, next: () => unknown) {
    call.provide(Caller, new Caller('tool'))
    return next()
  }
}
let open = 0
class Unit {
  constructor(readonly caller: Caller) {
    open += 1
  }
  [Symbol.dispose]() {
    open -= 1
  }
}
class Item {
  constructor(readonly n: int) {}
  @Check('n')
  async ok(unit: Unit): Promise<string | null> {
    await Promise.resolve()
    return this.n < 0 ? `no, ${unit.caller.name}.` : null
  }
}
class Bag {
  constructor(readonly items: Item[]) {}
}
@Use(WithCaller)
class Bags {
  @Post('/bags') add(@Body() bag: Bag): int {
    return bag.items.length
  }
  @McpTool('bag', 'x') bag(bag: Bag): int {
    return bag.items.length
  }
}
const kernel = new Kernel(
  new Container().instance(Logger, new JsonLogger({ level: 'silent' })).boot(),
  new Router().register(Bags),
)
const ask = async (body: unknown) => {
  const response = await kernel.fetch(
    new Request('http://x/bags', { method: 'POST', body: JSON.stringify(body) }),
  )
  return [response.status, await response.text()] as const
}
test('asynchronous checks of very many objects run one after the other, and their services are disposed', async () => {
  const items = Array.from({ length: 50_000 }, (_, n) => ({ n }))
  expect(await ask({ items })).toEqual([200, '50000'])
  const [status, text] = await ask({ items: items.map(({ n }) => ({ n: -1 - n })) })
  expect(status).toBe(422)
  expect(Object.keys(JSON.parse(text).errors)).toHaveLength(100)
  expect(open).toBe(0)
  const all = await Promise.all(
    Array.from({ length: 200 }, (_, index) => ask({ items: [{ n: index % 2 ? 1 : -1 }] })),
  )
  expect(all.filter(([each]) => each === 200)).toHaveLength(100)
  expect(open).toBe(0)
})
test('a check of a tool receives values that its middleware provides', async () => {
  const agent = new McpTestClient(serverOf([Bags]))
  expect(JSON.stringify(await agent.callTool('bag', { bag: { items: [{ n: -1 }] } }))).toContain(
    'no, tool.',
  )
  expect(await agent.callTool('bag', { bag: { items: [{ n: 1 }] } })).toMatchObject({
    content: [{ text: '1' }],
  })
  expect(open).toBe(0)
})
