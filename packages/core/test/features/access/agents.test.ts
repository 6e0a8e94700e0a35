import {
  Allows,
  Authenticated,
  Authentication,
  Config,
  Container,
  Denied,
  Kernel,
  Logger,
  McpResource,
  McpTool,
  Public,
  Roles,
  Router,
  type Class,
  type McpAccessOptions,
  type Policy,
  type Principal,
} from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { expect, test } from 'vitest'
import { as, bearer, FullLog, Known, serving } from './guarded.ts'

const closed = Denied.because('Closed.')

class Never implements Policy {
  allows(_caller: Principal) {
    return Denied.because('Not today.')
  }
}

class Tools {
  @McpTool('open', 'Denies by itself.')
  @Public()
  open() {
    throw Denied.because('Closed.')
  }

  @McpTool('closed', 'Denies by itself, to callers with a name.')
  closed() {
    throw closed
  }

  @McpTool('users', 'For users.')
  @Authenticated('user')
  users() {
    return 'used'
  }

  @McpTool('both', 'For users and keys.')
  both() {
    return 'both'
  }

  @McpTool('never', 'For nobody.')
  @Allows(Never)
  never() {
    return 'never'
  }

  @McpTool('admins', 'For administrators.')
  @Roles('admin')
  admins() {
    return 'administered'
  }

  @McpResource('secret://all', 'secret', 'Hidden from all.')
  @Allows(Never, { hidden: true })
  secret() {
    return 'secret'
  }
}

const schemes = {
  user: bearer({ ada: { id: 'ada' } }),
  key: new Known({ header: 'x-key' }, { k1: { id: 'robot' } }),
}

/** Serves tools, and returns a function that sends one message, with the refusals that were logged for it. */
async function agents(mcp: McpAccessOptions = {}, types: readonly Class[] = [Tools]) {
  const log = new FullLog()
  const authentication = new Authentication({ schemes, mcp })
  const container = new Container()
    .instance(Config, Config.of({}))
    .instance(Logger, log)
    .instance(Authentication, authentication)
    .boot()
  const tools = new McpRegistry()
  for (const type of types) tools.register(type)
  const router = new Router()
  const server = new McpServer(tools, new McpDispatcher(container, router), {
    info: { name: 'tools', version: '1' },
    logger: log,
  })
  const kernel = new Kernel(container, router, { mcp: server, root: import.meta.dirname })
  const ask = await serving(kernel)
  return async (init: RequestInit, method: string, params: object) => {
    log.lines.length = 0
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      ...(init.headers as Record<string, string>),
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await ask('/mcp', { method: 'POST', headers, body })
    const refused = log.lines.filter(([, message]) => message === 'Access was denied.')
    return {
      status: response.status,
      challenge: response.headers.get('www-authenticate'),
      text: await response.text(),
      refused: refused.map(([, , details]) => details),
    }
  }
}

const ada = as('ada')
const robot = { headers: { 'x-key': 'k1' } }

test('a tool challenges a caller of a scheme that it does not accept', async () => {
  const send = await agents()
  const refused = await send(robot, 'tools/call', { name: 'users' })
  expect(refused).toMatchObject({
    status: 401,
    challenge: 'Bearer realm="tools"',
    text: '{"error":"unauthorized"}',
    refused: [
      {
        reason: 'no credential',
        status: 401,
        kind: 'tool',
        name: 'users',
        scheme: 'key',
        principal: '#robot',
      },
    ],
  })
  expect((await send(ada, 'tools/call', { name: 'users' })).text).toContain('used')
  expect((await send(robot, 'tools/call', { name: 'both' })).text).toContain('both')
})

test('a denial by the method of a public tool is its result, and is not reported', async () => {
  const send = await agents({ anonymous: true })
  for (const caller of [{}, ada]) {
    const { status, text, refused } = await send(caller, 'tools/call', { name: 'open' })
    expect([status, refused]).toEqual([200, []])
    expect(text).toContain('Closed.')
    expect(text).toContain('"isError":true')
  }
})

test('an unknown tool challenges anonymous callers, and its name is not reported', async () => {
  const send = await agents({ anonymous: true })
  const anonymous = await send({}, 'tools/call', { name: 'unknown' })
  expect(anonymous).toMatchObject({ status: 401, text: '{"error":"unauthorized"}', refused: [] })
  const known = await send(ada, 'tools/call', { name: 'unknown' })
  expect(known).toMatchObject({ status: 200, refused: [] })
  expect(known.text).toContain('There is no tool \\"unknown\\".')
})

test('each refused call of a tool or resource is reported once, with its name', async () => {
  const send = await agents()
  const principal = '#ada'
  const never = await send(ada, 'tools/call', { name: 'never' })
  expect(never.text).toContain('Not today.')
  expect(never.refused).toEqual([
    { reason: 'policy', status: 403, kind: 'tool', name: 'never', scheme: 'user', principal },
  ])
  const admins = await send(ada, 'tools/call', { name: 'admins' })
  expect(admins.text).toContain('There is no tool \\"admins\\".')
  expect(admins.refused).toEqual([
    {
      reason: 'missing role',
      status: 403,
      kind: 'tool',
      name: 'admins',
      scheme: 'user',
      principal,
    },
  ])
  for (const _time of [1, 2]) {
    const { refused } = await send(ada, 'tools/call', { name: 'closed' })
    expect(refused).toMatchObject([
      { reason: 'denied by the method', kind: 'tool', name: 'closed' },
    ])
  }
  const secret = await send(ada, 'resources/read', { uri: 'secret://all' })
  expect(secret.text).not.toContain('"text":"secret"')
  expect(secret.refused).toMatchObject([{ reason: 'policy', status: 404, kind: 'resource' }])
})

test('a list shows anonymous callers the tools without requirements, and hides tools for which a role is missing', async () => {
  const send = await agents({ anonymous: true })
  expect((await send({}, 'tools/list', {})).text).not.toContain('"admins"')
  expect((await send({}, 'tools/list', {})).text).toContain('"open"')
  expect((await send(ada, 'tools/list', {})).text).not.toContain('"admins"')
  expect((await send(ada, 'tools/list', {})).text).toContain('"users"')
})
