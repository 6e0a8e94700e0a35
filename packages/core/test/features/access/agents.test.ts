import {
  Allows,
  Authenticated,
  Authentication,
  Config,
  Container,
  Denied,
  Kernel,
  LocalPrincipal,
  Logger,
  McpResource,
  McpTool,
  Principal,
  Public,
  Roles,
  Router,
  Scopes,
  type Class,
  type McpAccessOptions,
  type Policy,
} from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { expect, test } from 'vitest'
import { withToken, bearer, FullLog, TokenTable, startKernel, User } from './guarded.ts'

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
  key: new TokenTable({ header: 'x-key' }, { k1: { id: 'robot' } }),
}

/** Creates the server of tools. */
function served(mcp: McpAccessOptions, types: readonly Class[]) {
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
  return { log, container, router, server }
}

/** Serves tools, and returns a function that sends one message, with the refusals that were logged for it. */
async function agents(mcp: McpAccessOptions = {}, types: readonly Class[] = [Tools]) {
  const { log, container, router, server } = served(mcp, types)
  const kernel = new Kernel(container, router, { mcp: server, root: import.meta.dirname })
  const request = await startKernel(kernel)
  return async (init: RequestInit, method: string, params: object) => {
    log.lines.length = 0
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      ...(init.headers as Record<string, string>),
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await request('/mcp', { method: 'POST', headers, body })
    const refused = log.lines.filter(([, message]) => message === 'Access was denied.')
    return {
      status: response.status,
      challenge: response.headers.get('www-authenticate'),
      text: await response.text(),
      refused: refused.map(([, , details]) => details),
    }
  }
}

const ada = withToken('ada')
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
  for (const caller of [{}, ada, robot]) {
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

class Reports {
  @McpTool('read', 'Reads reports.')
  @Scopes('reports:read', 'reports:all')
  read() {
    return 'reports'
  }

  @McpTool('mine', 'Reads the reports of a user.')
  mine(user: User) {
    return user.id
  }

  @McpTool('change', 'Needs one more scope.')
  @Authenticated()
  change(): never {
    throw Denied.stepUp('reports:write')
  }

  @McpResource('reports://all', 'all', 'All reports.')
  @Scopes('reports:all')
  all() {
    return 'all'
  }
}

test('over stdio, an error says what the caller lacks, and how to get it', async () => {
  const { server } = served({}, [Reports])
  const send = async (method: string, params: object, caller?: Principal) => {
    const message = { jsonrpc: '2.0', id: 1, method, params }
    const signal = () => new AbortController().signal
    const { text = '' } = await server.receive(message, { caller, signal })
    const { result, error } = JSON.parse(text)
    return error?.message ?? [result.isError ?? false, (result.content ?? result.contents)[0].text]
  }
  const call = (name: string, caller?: Principal) => send('tools/call', { name }, caller)
  const remedy =
    'Start fw mcp:serve with FW_AUTH_TOKEN, or list the required scopes in FW_LOCAL_SCOPES.'
  const needed = 'This call needs the scopes reports:read, reports:all, but the caller has'
  expect(await call('read')).toEqual([true, `${needed} none. ${remedy}`])
  const local = (...scopes: string[]) => new LocalPrincipal({ scopes, roles: [] })
  expect(await call('read', local('a', 'b'))).toEqual([true, `${needed} a, b. ${remedy}`])
  const known = new Principal({ id: 'ada', scopes: ['reports:read'] })
  expect(await call('read', known)).toEqual([true, `${needed} reports:read.`])
  expect(await call('read', local('reports:read', 'reports:all'))).toEqual([false, 'reports'])
  const all = { uri: 'reports://all' }
  expect(await send('resources/read', all)).toBe(
    `This call needs the scopes reports:all, but the caller has none. ${remedy}`,
  )
  expect(await send('resources/read', all, local('reports:all'))).toEqual([false, 'all'])
  expect(await call('mine')).toEqual([
    true,
    'This call needs a caller of type User, but the caller is of type LocalPrincipal. Start fw mcp:serve with FW_AUTH_TOKEN.',
  ])
  expect(await call('mine', known)).toEqual([
    true,
    'This call needs a caller of type User, but the caller is of type Principal.',
  ])
  expect(await call('mine', new User({ id: 'eve' }))).toEqual([false, 'eve'])
  expect(await call('change', known)).toEqual([true, 'You are not allowed to do this.'])
})

test('a tool may ask for another scope by a challenge', async () => {
  const send = await agents({}, [Reports])
  const { status, challenge, text, refused } = await send(ada, 'tools/call', { name: 'change' })
  expect([status, text]).toEqual([403, '{"error":"insufficient_scope"}'])
  expect(challenge).toBe(
    'Bearer realm="tools", error="insufficient_scope", scope="reports:write", ApiKey realm="tools"',
  )
  expect(refused).toMatchObject([{ reason: 'denied by the method', name: 'change' }])
})
