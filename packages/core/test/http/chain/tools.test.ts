import {
  Application,
  BodyLimit,
  Compress,
  Container,
  Get,
  HttpError,
  HttpRequest,
  Kernel,
  McpResource,
  McpTool,
  Provides,
  Router,
  Stage,
  Throws,
  ToolCall,
  Use,
  Without,
  type Class,
  type Middleware,
  type Next,
} from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { expect, test } from 'vitest'
import { legacyPost } from '../../features/mcp/serving.ts'

const seen: string[] = []

class User {
  constructor(readonly name: string) {}
}

@Stage('authenticate')
@Provides(User)
class SignedIn implements Middleware {
  handle(request: HttpRequest, next: Next) {
    request.provide(User, new User(request.header('x-user') ?? 'nobody'))
    return next()
  }

  handleTool(call: ToolCall, next: () => unknown) {
    seen.push(`${call.tool.kind} ${call.tool.name} ${JSON.stringify(call.arguments)}`)
    call.provide(User, new User(call.request ? 'over HTTP' : 'over stdio'))
    return next()
  }
}

class Office {
  readonly opened = true
}

class Refusing implements Middleware {
  constructor(readonly office: Office) {}

  handle(_request: HttpRequest, next: Next) {
    return next()
  }

  handleTool(call: ToolCall, next: () => unknown): unknown {
    if (call.arguments['amount'] === 13) throw new HttpError(403, 'Not today.')
    return next()
  }
}

@Stage('respond')
class Dressing implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next((reply) => reply.withHeader('x-dressed', 'yes'))
  }
}

class Unaware implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next()
  }
}

@Use(SignedIn, Refusing, Dressing)
class Bank {
  @McpTool('pay', 'Pays.')
  pay(user: User, amount: number) {
    return `${user.name} pays ${amount}`
  }

  @McpResource('bank://{account}', 'account', 'An account.')
  account(account: string, user: User) {
    return `${user.name}: ${account}`
  }
}

function serverOf(types: readonly Class[], bind = new Container(), application?: Class): McpServer {
  const registry = new McpRegistry()
  for (const type of types) registry.register(type)
  const router = new Router()
  if (application) router.register(application)
  return new McpServer(registry, new McpDispatcher(bind.boot(), router))
}

const scoped = () => new Container().bind(Office, () => new Office(), { scope: 'request' })

test.each([
  ['shared', () => new Container()],
  ['created for each call', scoped],
])('middleware that is %s runs around tools and resources', async (_name, container) => {
  const client = new McpTestClient(serverOf([Bank], container()))
  seen.length = 0
  expect((await client.callTool('pay', { amount: 5 })).content[0]?.['text']).toBe(
    'over stdio pays 5',
  )
  expect((await client.readResource('bank://7'))[0]?.text).toBe('over stdio: 7')
  expect(seen).toEqual(['tool pay {"amount":5}', 'resource bank://{account} {"uri":"bank://7"}'])
})

test('the error of a guard is sent to the agent', async () => {
  const client = new McpTestClient(serverOf([Bank]))
  const refused = await client.callTool('pay', { amount: 13 })
  expect([refused.isError, refused.content[0]?.['text']]).toEqual([true, 'Not today.'])
})

test('arguments are checked after the guards', async () => {
  const client = new McpTestClient(serverOf([Bank]))
  seen.length = 0
  const invalid = await client.callTool('pay', { amount: 'much' })
  expect(invalid.isError).toBe(true)
  expect(invalid.content[0]?.['text']).toContain('"amount"')
  expect(seen).toEqual(['tool pay {"amount":"much"}'])
})

test('a provided value is not an argument of the tool', async () => {
  const [tool] = await new McpTestClient(serverOf([Bank])).listTools()
  expect(tool?.inputSchema).toMatchObject({ properties: { amount: {} }, required: ['amount'] })
  expect(JSON.stringify(tool?.inputSchema)).not.toContain('user')
})

test('tools over HTTP have the values that the application level provides', async () => {
  @Application()
  @Use(SignedIn)
  class App {}
  class Desk {
    @McpTool('who', 'Tells who asks.')
    who(user: User) {
      return user.name
    }
  }
  const container = new Container()
  const mcp = serverOf([Desk], container, App)
  const kernel = new Kernel(container, new Router().register(App), { mcp })
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'who', arguments: {} },
  }
  const response = await kernel.fetch(legacyPost(call, { 'x-user': 'Ada', host: 'localhost' }))
  expect(await response.text()).toContain('"text":"Ada"')
})

test.each([
  ['without other middleware', []],
  ['inside other middleware', [Use(Dressing)]],
])('@BodyLimit of the application applies to /mcp, %s', async (_where, beside) => {
  class Site {}
  for (const mark of [Application(), BodyLimit(300), ...beside]) mark(Site)
  class Tools {
    @McpTool('echo', 'Echoes.')
    echo(text: string) {
      return text
    }
  }
  const router = new Router().register(Site)
  const kernel = new Kernel(new Container().boot(), router, {
    mcp: serverOf([Tools], undefined, Site),
  })
  const call = (text: string) =>
    kernel.fetch(
      legacyPost({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'echo', arguments: { text } },
      }),
    )
  expect(await (await call('short')).text()).toContain('short')
  const refused = await call('x'.repeat(300))
  expect([refused.status, await refused.json()]).toEqual([
    413,
    { error: 'The request body is over 300 bytes.' },
  ])
})

test('a guard that cannot protect a tool is an error at boot', () => {
  @Use(Unaware)
  class Open {
    @McpTool('open', 'Opens.')
    open() {}
  }
  expect(() => serverOf([Open])).toThrow(
    /^Open\.open \(.*\): Unaware runs around it but has no handleTool\(call, next\), so tool calls would skip it\. Add the method, or remove the middleware here with @Without\(Unaware\)\.$/,
  )
  @Use(Unaware)
  class Both {
    @Get('/')
    page() {
      return 'page'
    }

    @Without(Unaware)
    @McpTool('tool', 'A tool.')
    tool() {}
  }
  expect(() => serverOf([Both])).not.toThrow()
})

test('a tool whose value no middleware provides is an error at boot', () => {
  class Lost {
    @McpTool('lost', 'Needs somebody.')
    lost(user: User) {
      return user
    }
  }
  expect(() => serverOf([Lost])).toThrow(
    /^Lost\.lost \(.*\): Parameter "user" takes a User, which no middleware/,
  )
})

test.each<[string, () => Class, RegExp]>([
  [
    'a method that is not a route or tool',
    () => {
      class Page {
        @Use(Unaware)
        helper() {}

        @Get('/')
        page() {}
      }
      return Page
    },
    /^Page\.helper \(.*\): @Use is on a method that is not a route or tool, so it has no effect\./,
  ],
  [
    'a class without routes and tools',
    () => {
      @Use(Unaware)
      class Helper {
        help() {}
      }
      return Helper
    },
    /^Helper \(.*\): @Use is on a class without routes and tools/,
  ],
  [
    'a tool alone, where it concerns answers to requests',
    () => {
      class Tools {
        @Get('/')
        page() {}

        @Compress()
        @McpTool('tool', 'A tool.')
        tool() {}
      }
      return Tools
    },
    /^Tools\.tool \(.*\): @Compress is on a method that is not a route, so it has no effect\./,
  ],
  [
    'a class of tools alone, where it concerns answers to requests',
    () => {
      @Use(Dressing)
      class Tools {
        @McpTool('tool', 'A tool.')
        tool() {}
      }
      return Tools
    },
    /^Tools \(.*\): @Use is on a class without routes, so it has no effect\./,
  ],
  ...[Throws(TypeError), BodyLimit(1)].map((mark): [string, () => Class, RegExp] => [
    'a class of tools alone, where it concerns requests',
    () => {
      @mark
      class Tools {
        @McpTool('tool', 'A tool.')
        tool() {}
      }
      return Tools
    },
    /^Tools \(.*\): @(Throws|BodyLimit) is on a class without routes, so it has no effect\./,
  ]),
])('middleware on %s is an error at boot', (_place, declare, message) => {
  expect(() => new Kernel(new Container(), new Router().register(declare()))).toThrow(message)
})
