import {
  Authentication,
  Allows,
  Config,
  Container,
  Kernel,
  Logger,
  McpResource,
  McpTool,
  Principal,
  Public,
  Roles,
  Router,
  Scopes,
  type Class,
  type Policy,
} from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { expect, test } from 'vitest'
import { withToken, bearer, FullLog, startKernel } from './guarded.ts'

class OnlyOdd implements Policy {
  allows(_caller: Principal, number: number) {
    return number % 2 === 1
  }
}

class Tools {
  @McpTool('open', 'For everybody who may call tools.')
  @Public()
  open() {
    return 'open'
  }

  @McpTool('whoami', 'Says who calls.')
  whoami(caller: Principal) {
    return caller.id
  }

  @McpTool('odd', 'Takes odd numbers.')
  @Allows(OnlyOdd)
  odd(number: number) {
    return `${number} is odd`
  }

  @McpTool('delete', 'Deletes all.')
  @Scopes('delete')
  @Roles('admin')
  delete() {
    return 'deleted'
  }

  @McpResource('notes://all', 'notes', 'All notes.')
  @Scopes('read')
  notes() {
    return 'notes'
  }
}

const schemes = {
  user: bearer({
    ada: { id: 'ada', scopes: ['delete', 'read'], roles: ['admin'] },
    bob: { id: 'bob' },
  }),
}

function open(types: readonly Class[], authentication?: Authentication) {
  const container = new Container().instance(Config, Config.of({})).instance(Logger, new FullLog())
  if (authentication) container.instance(Authentication, authentication)
  container.boot()
  const tools = new McpRegistry()
  for (const type of types) tools.register(type)
  const router = new Router()
  const mcp = new McpServer(tools, new McpDispatcher(container, router), {
    info: { name: 'tools', version: '1' },
    logger: container.get(Logger),
  })
  return { mcp, kernel: new Kernel(container, router, { mcp, root: import.meta.dirname }) }
}

async function overHttp(token: string | undefined, method: string, params: object) {
  const send = await startKernel(open([Tools], new Authentication({ schemes })).kernel)
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await send('/mcp', withToken(token, { method: 'POST', headers, body }))
  return { status: response.status, text: await response.text() }
}

const call = (token: string | undefined, name: string, args: object = {}) =>
  overHttp(token, 'tools/call', { name, arguments: args })

test('/mcp requires authentication, and a tool requires what its method declares', async () => {
  expect((await call(undefined, 'open')).status).toBe(401)
  expect((await call('bob', 'open')).text).toContain('"open"')
  expect((await call('bob', 'whoami')).text).toContain('"bob"')
  expect((await call('bob', 'odd', { number: 1 })).text).toContain('1 is odd')
  const { text } = await call('bob', 'odd', { number: 2 })
  expect(text).toContain('You are not allowed to do this.')
  expect(text).toContain('"isError":true')
  expect((await call('bob', 'delete')).text).toContain('There is no tool')
  expect((await call('ada', 'delete')).text).toContain('deleted')
})

test('a resource requires what its method declares', async () => {
  const uri = 'notes://all'
  expect((await overHttp('ada', 'resources/read', { uri })).text).toContain('"text":"notes"')
  expect((await overHttp('bob', 'resources/read', { uri })).text).not.toContain('"text":"notes"')
})

test('over stdio, the caller has no scopes', async () => {
  const client = new McpTestClient(open([Tools], new Authentication({ schemes })).mcp)
  expect(await client.callTool('open')).toMatchObject({ isError: false })
  await expect(client.callTool('delete')).rejects.toThrow('There is no tool "delete".')
  await expect(client.readResource('notes://all')).rejects.toThrow(
    'This call needs the scopes read, but the caller has none.',
  )
})

test('without an Authentication, a tool cannot require a caller', () => {
  expect(() => open([Tools])).toThrow('needs an Authentication, but that class is missing.')
})

test('default: explicit applies to tools and resources', () => {
  class Silent {
    @McpTool('silent', 'Says nothing.')
    silent() {}
  }
  const authentication = new Authentication({ schemes, default: 'explicit' })
  expect(() => open([Silent], authentication)).toThrow(
    /^Silent\.silent \(.*\): no decorator declares who may call/u,
  )
})
