import { TestIssuer } from '@fw/auth/testing'
import { request } from 'node:http'
import {
  Access,
  Allows,
  Authenticated,
  Denied,
  Get,
  McpResource,
  McpTool,
  Principal,
  Public,
  Roles,
  Scopes,
  type AuthenticationOptions,
  type Class,
  type int,
  type Policy,
} from '@fw/core'
import type { ProgressReporter } from '@fw/core/mcp'
import { describe, expect, test } from 'vitest'
import { withToken, startKernel } from '../../core/test/features/access/guarded.ts'
import { startServer } from '../../core/test/http/serving.ts'
import {
  protocolVersions,
  createMcpKernel,
  messageOf,
  publicUrl,
  createSender,
} from './mcp-serving.ts'

const issuer = new TestIssuer()
const token = (claims: object = {}) => issuer.token({ aud: `${publicUrl}/mcp`, ...claims })

class Rules implements Policy {
  allows(_caller: Principal, id: int) {
    return id === 1 || Denied.because('Only the first.')
  }

  grows(_caller: Principal, id: int) {
    return id === 1 || Denied.stepUp('orders:all')
  }
}

class Orders {
  static ran: string[] = []

  constructor(private readonly access: Access) {}

  @McpTool('read', 'Reads.')
  @Scopes('orders:read')
  read() {
    Orders.ran.push('read')
    return 'read'
  }

  @McpTool('write', 'Writes.')
  @Scopes('orders:write')
  write() {
    Orders.ran.push('write')
    return 'written'
  }

  @McpTool('admin', 'For few.')
  @Roles('admin')
  admin() {
    return 'admin'
  }

  @McpTool('first', 'The first order.')
  @Allows(Rules)
  first(id: int) {
    return `${id}`
  }

  @McpTool('grow', 'The first order, or all.')
  @Scopes('orders:read')
  @Allows(Rules, { method: 'grows' })
  async grow(id: int, progress: ProgressReporter) {
    progress.report(1)
    await Promise.resolve()
    return `${id}`
  }

  @McpTool('late', 'Finds out late.')
  @Authenticated()
  async late(id: int, caller: Principal) {
    await this.access.check(Rules, 'grows', caller, id)
    return `${id}`
  }

  @McpResource('orders://{id}/secret', 'secret', 'Hidden from most.')
  @Allows(Rules, { hidden: true })
  secret(id: int) {
    return `secret ${id}`
  }

  @Get('/orders')
  @Public()
  list() {
    return []
  }
}

const open = (mcp: AuthenticationOptions['mcp'] = {}, types: readonly Class[] = [Orders]) =>
  createMcpKernel(types, { schemes: { user: issuer.scheme() }, mcp })

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

test('the whole batch is authorized before any of it runs', async () => {
  const ask = await startKernel(open().kernel)
  const batch = async (scope: string, ...names: string[]) => {
    const messages = names.map((name, id) => messageOf('2025-03-26', 'tools/call', { name }, id))
    const body = JSON.stringify(messages)
    const response = await ask(
      '/mcp',
      withToken(await token({ scope }), { method: 'POST', headers, body }),
    )
    return {
      status: response.status,
      challenge: response.headers.get('www-authenticate'),
      body: await response.json(),
    }
  }
  Orders.ran = []
  const one = await batch('orders:read', 'read', 'write')
  expect([one.status, one.body]).toEqual([403, { error: 'insufficient_scope' }])
  const both = await batch('', 'read', 'admin', 'write')
  expect(both.challenge).toContain('scope="orders:read orders:write"')
  expect(Orders.ran).toEqual([])
  const allowed = await batch('orders:read orders:write', 'read', 'write', 'admin')
  expect(allowed.status).toBe(200)
  expect(JSON.stringify(allowed.body)).toContain('There is no tool \\"admin\\".')
  expect(Orders.ran).toEqual(['read', 'write'])
  const body = JSON.stringify([messageOf('2025-03-26', 'tools/call', { name: 'read' })])
  expect((await ask('/mcp', { method: 'POST', headers, body })).status).toBe(401)
  const anonymous = await startKernel(open({ anonymous: true }).kernel)
  expect((await anonymous('/mcp', { method: 'POST', headers, body })).status).toBe(401)
})

describe.each(protocolVersions)('in %s', (version) => {
  test('a denial by a policy is the result of the tool, and a hidden tool looks like a missing one', async () => {
    const send = await createSender(open().kernel, version)
    const ada = await token()
    const refused = await send(ada, 'tools/call', { name: 'first', arguments: { id: 2 } })
    expect(refused.body.result).toMatchObject({
      isError: true,
      content: [{ text: 'Only the first.' }],
    })
    expect(
      (await send(ada, 'tools/call', { name: 'first', arguments: { id: 1 } })).body.result.isError,
    ).toBeFalsy()
    const uri = 'orders://2/secret'
    const hidden = await send(ada, 'resources/read', { uri })
    const unknown = await send(ada, 'resources/read', { uri: 'orders://2/other' })
    expect(JSON.stringify(hidden.body)).toBe(
      JSON.stringify(unknown.body).replaceAll('other', 'secret'),
    )
    const own = await send(ada, 'resources/read', { uri: 'orders://1/secret' })
    expect(own.body.result.contents[0].text).toBe('secret 1')
  })

  test('a policy that requires more scopes sends a challenge, even if progress was requested', async () => {
    const send = await createSender(open().kernel, version)
    const ada = await token({ scope: 'orders:read' })
    const _meta = {
      progressToken: 7,
      ...(version === '2026-07-28' && {
        'io.modelcontextprotocol/protocolVersion': version,
        'io.modelcontextprotocol/clientCapabilities': {},
      }),
    }
    const refused = await send(ada, 'tools/call', { name: 'grow', arguments: { id: 2 }, _meta })
    expect([refused.status, refused.body]).toEqual([403, { error: 'insufficient_scope' }])
    expect(refused.challenge).toContain('scope="orders:read orders:all"')
    const late = await send(ada, 'tools/call', { name: 'late', arguments: { id: 2 } })
    expect(late.status).toBe(403)
    expect(late.challenge).toContain('scope="orders:all"')
    expect(
      (await send(ada, 'tools/call', { name: 'late', arguments: { id: 1 } })).body.result.content[0]
        .text,
    ).toBe('1')
  })

  test('visibility: granted hides what scopes do not allow', async () => {
    const send = await createSender(open({ visibility: 'granted' }).kernel, version)
    const ada = await token({ scope: 'orders:read' })
    const { body } = await send(ada, 'tools/list')
    expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual(['read', 'first'])
    const call = await send(ada, 'tools/call', { name: 'write' })
    expect(call.body.error.message).toBe('There is no tool "write".')
  })

  test('tokens are read only from a single Authorization header', async () => {
    const { kernel, log } = open()
    const port = await startServer(kernel)
    const secret = await token({ scope: 'orders:read' })
    const body = JSON.stringify(messageOf(version, 'tools/call', { name: 'read' }))
    const named = {
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': 'read',
    }
    const post = (path: string, more: Record<string, string | string[]>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { port, path, method: 'POST', headers: { ...headers, ...named, ...more } }
        const sent = request(options, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        sent.on('error', reject).end(body)
      })
    const authorization = `Bearer ${secret}`
    expect(await post('/mcp', { authorization })).toBe(200)
    expect(await post(`/mcp?access_token=${secret}`, {})).toBe(401)
    expect(await post('/mcp', { cookie: `access_token=${secret}` })).toBe(401)
    expect(await post('/mcp', { authorization: [authorization, authorization] })).toBe(400)
    expect(await post('/mcp', { authorization: `${authorization}, ${authorization}` })).toBe(400)
    expect(await post('/mcp', { authorization: `Bearer ${'x'.repeat(9000)}` })).toBe(400)
    expect(await post('/mcp', { authorization, origin: 'https://evil.example' })).toBe(403)
    expect(await post('/mcp', { origin: 'https://evil.example' })).toBe(403)
    expect(await post('/mcp', { 'content-type': 'text/plain' })).toBe(401)
    for (const path of ['/mcp/', '/MCP', '/%6dcp', '//mcp', '/mcp%2f']) {
      expect(await post(path, {}), path).not.toBe(200)
    }
    expect(JSON.stringify(log.lines)).not.toContain(secret)
  })
})

test('only public results may be cached by shared caches', async () => {
  class Prices {
    @McpTool('price', 'What it costs.')
    @Public()
    price() {
      return 1
    }

    @McpResource('prices://all', 'prices', 'All prices.', { cacheScope: 'public' })
    @Public()
    all() {
      return 'all'
    }
  }
  const scopes = async (send: Awaited<ReturnType<typeof createSender>>, who?: string) => [
    (await send(who, 'tools/list')).body.result.cacheScope,
    (await send(who, 'server/discover')).body.result.cacheScope,
    (await send(who, 'resources/read', { uri: 'prices://all' })).body.result.cacheScope,
  ]
  const free = await createSender(open({ anonymous: true }, [Prices]).kernel, '2026-07-28')
  expect(await scopes(free)).toEqual(['public', 'public', 'public'])
  const mixed = await createSender(open({ anonymous: true }, [Prices, Orders]).kernel, '2026-07-28')
  expect(await scopes(mixed)).toEqual(['private', 'private', 'private'])
  const closed = await createSender(open({}, [Prices]).kernel, '2026-07-28')
  expect(await scopes(closed, await token())).toEqual(['private', 'private', 'private'])
})

test('a server that does not know the Authentication of its kernel is an error at boot', async () => {
  const { Authentication, Container, Kernel, Router } = await import('@fw/core')
  const { McpDispatcher, McpRegistry, McpServer } = await import('@fw/core/mcp')
  const authentication = new Authentication({ schemes: { user: issuer.scheme() } })
  const server = new McpServer(new McpRegistry(), new McpDispatcher(new Container().boot()))
  const container = new Container().instance(Authentication, authentication).boot()
  expect(() => new Kernel(container, new Router(), { mcp: server })).toThrow(
    'The McpServer and the kernel do not use the same Authentication.',
  )
})

test('with allowed hosts, the address of the client must be known', () => {
  class Tool {
    @McpTool('tool', 'A tool.')
    tool() {}
  }
  const of = (config: Record<string, string>) => () =>
    createMcpKernel([Tool], {
      schemes: { user: issuer.scheme() },
      config,
      allowedHosts: ['api.example.com'],
    })
  expect(of({})).toThrow('FW_PUBLIC_URL is not set.')
  expect(of({ FW_PUBLIC_URL: 'api.example.com' })).toThrow('FW_PUBLIC_URL has an invalid value.')
  expect(of({ FW_PUBLIC_URL: 'https://api.example.com/' })).not.toThrow()
})
