import {
  Application,
  BodyLimit,
  Compress,
  Container,
  Cookies,
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
  attribute,
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
    /^Open\.open \(.*\): Unaware runs around it but has no handleTool\(call, next\), so calls by agents would skip Unaware\. Add handleTool, or remove the middleware here with @Without\(Unaware\)\.$/,
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
    /^Lost\.lost \(.*\): Parameter "user" takes User, which no middleware/,
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
    /^Page\.helper \(.*\): @Use is on a method that is not a route or tool\. Remove it\.$/,
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
    /^Helper \(.*\): @Use is on a class without routes and tools\. Remove it, mark the class abstract for its subclasses, or @Application\(\) for all requests\.$/,
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
    /^Tools\.tool \(.*\): @Compress is on a method that is not a route\. Remove it\.$/,
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
    /^Tools \(.*\): @Use is on a class without routes\. Remove it, /,
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
    /^Tools \(.*\): @(Throws|BodyLimit) is on a class without routes\. Remove it, /,
  ]),
])('middleware on %s is an error at boot', (_place, declare, message) => {
  expect(() => new Kernel(new Container(), new Router().register(declare()))).toThrow(message)
})

test('a value that middleware has not provided is null or undefined, or the tool fails', async () => {
  @Stage('authenticate')
  @Provides(User)
  class Sometimes extends Unaware {
    handleTool(call: ToolCall, next: () => unknown) {
      if (call.arguments['isKnown'] === true) call.provide(User, new User('Ada'))
      return next()
    }
  }
  @Use(Sometimes)
  class Desk {
    @McpTool('maybe', 'Tells who asks, if anyone does.')
    maybe(user: User | null, isKnown: boolean, other?: User) {
      return [user?.name ?? user, isKnown, other?.name ?? typeof other]
    }

    @McpTool('surely', 'Tells who asks.')
    surely(user: User, isKnown: boolean) {
      return [user.name, isKnown]
    }
  }
  const client = new McpTestClient(serverOf([Desk]))
  const textOf = async (name: string, isKnown: boolean) =>
    (await client.callTool(name, { isKnown })).content[0]?.['text']
  expect(await textOf('maybe', true)).toBe('["Ada",true,"Ada"]')
  expect(await textOf('maybe', false)).toBe('[null,false,"undefined"]')
  expect(await textOf('surely', true)).toBe('["Ada",true]')
  expect(await textOf('surely', false)).toBe('The tool failed.')
})

test('middleware of a tool reads its decorators, and the values that are provided', async () => {
  class Marked {
    constructor(readonly text: string) {}
  }
  const Mark = attribute(Marked)
  const found: unknown[] = []
  class Reading extends Unaware {
    handleTool(call: ToolCall, next: () => unknown) {
      const thrown = (act: () => unknown) => {
        try {
          return act()
        } catch (error) {
          return String(error)
        }
      }
      found.push(
        call.attribute(Marked)?.text,
        call.attributes(Marked).map(({ text }) => text),
      )
      found.push(call.attribute(User), call.attributes(User))
      found.push(call.get(User).name, call.find(Office))
      found.push(thrown(() => call.get(Office)))
      found.push(thrown(() => call.provide(Office, new Office())))
      return next()
    }
  }
  @Use(SignedIn, Reading)
  @Mark('class')
  class Desk {
    @McpTool('read', 'Is read.')
    @Mark('method')
    read() {
      return 'done'
    }
  }
  const result = await new McpTestClient(serverOf([Desk])).callTool('read')
  expect(result.content[0]?.['text']).toBe('done')
  expect(found).toEqual([
    'method',
    ['class', 'method'],
    undefined,
    [],
    'over stdio',
    undefined,
    expect.stringMatching(/^NotProvided: .*Office/),
    'TypeError: provide(Office, …): no middleware of this request or call is marked @Provides(Office). ' +
      'Mark the one that provides it.',
  ])
})

test('middleware and method share request-scoped services', async () => {
  const offices: Office[] = []
  class Entering extends Unaware {
    constructor(readonly office: Office) {
      super()
    }

    handleTool(_call: ToolCall, next: () => unknown) {
      offices.push(this.office)
      return next()
    }
  }
  @Use(Entering)
  class Desk {
    constructor(readonly office: Office) {}

    @McpTool('enter', 'Enters.')
    enter() {
      offices.push(this.office)
    }
  }
  const client = new McpTestClient(serverOf([Desk], scoped()))
  await client.callTool('enter')
  await client.callTool('enter')
  expect(offices).toHaveLength(4)
  expect(offices[0]).toBe(offices[1])
  expect(offices[2]).toBe(offices[3])
  expect(offices[0]).not.toBe(offices[2])
})

test('a tool cannot take what only browsers have', () => {
  class Desk {
    @McpTool('cookies', 'Reads cookies.')
    cookies(_cookies: Cookies) {}
  }
  expect(() => serverOf([Desk])).toThrow(
    /^Desk\.cookies \(.*\): .*takes Cookies, which does not exist for agents\. Declare the required data as an argument\.$/,
  )
})
