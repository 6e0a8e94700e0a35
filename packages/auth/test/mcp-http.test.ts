import { TestIssuer } from '@fw/auth/testing'
import {
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
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { withToken, startKernel } from '../../core/test/features/access/guarded.ts'
import { protocolVersions, createMcpKernel, publicUrl, createSender } from './mcp-serving.ts'

const issuer = new TestIssuer()
const resource = `${publicUrl}/mcp`

class Orders {
  calls = 0

  @Get('/orders/{id}')
  @McpTool('show_order', 'Shows an order.')
  @Scopes('orders:read')
  show(id: int, caller: Principal) {
    this.calls += 1
    return `${caller.id} sees ${id}`
  }

  @McpTool('cancel_order', 'Cancels an order.')
  @Scopes('orders:read', 'orders:write')
  cancel(id: int) {
    return `${id} is cancelled`
  }

  @McpTool('delete_all', 'Deletes all orders.')
  @Scopes('orders:read')
  @Roles('admin')
  deleteAll() {
    return 'deleted'
  }

  @McpResource('orders://secret', 'secret', 'Not for everybody.')
  @Scopes('orders:read')
  @Roles('admin')
  secret() {
    return 'secret'
  }

  @McpResource('orders://{name}', 'order', 'One order.')
  @Scopes('orders:read')
  order(name: string) {
    return `order ${name}`
  }
}

class Prices {
  @McpTool('price', 'What it costs.')
  @Public()
  price() {
    return 'one euro'
  }
}

const open = (mcp: AuthenticationOptions['mcp'] = {}, types: readonly Class[] = [Orders]) =>
  createMcpKernel(types, { schemes: { user: issuer.scheme() }, mcp })

const token = (claims: object = {}) =>
  issuer.token({ aud: resource, scope: 'orders:read', ...claims })

const show = { name: 'show_order', arguments: { id: 7 } }
const metadata = `${publicUrl}/.well-known/oauth-protected-resource/mcp`

describe.each(protocolVersions)('MCP over HTTP of %s', (version) => {
  test('asks for a token, names where to get one, and accepts it', async () => {
    const { kernel } = open()
    const send = await createSender(kernel, version)
    for (const method of ['tools/list', 'initialize', 'nothing']) {
      const refused = await send(undefined, method)
      expect(refused.status).toBe(401)
      expect(refused.body).toEqual({ error: 'unauthorized' })
      expect(refused.challenge).toBe(
        `Bearer realm="orders", scope="orders:read", resource_metadata="${metadata}"`,
      )
      expect(refused.headers.get('cache-control')).toBe('no-store')
    }
    const called = await send(await token(), 'tools/call', show)
    expect(called.body).toMatchObject({ result: { content: [{ text: 'somebody sees 7' }] } })
    expect(called.headers.get('cache-control')).toBe('private, no-cache')
    expect(called.headers.get('vary')).toContain('Authorization')
  })

  test('accepts no token issued for the routes, and vice versa', async () => {
    const { kernel } = open()
    const send = await createSender(kernel, version)
    const ask = await startKernel(kernel)
    const forRoutes = await issuer.token({ scope: 'orders:read' })
    const refused = await send(forRoutes, 'tools/call', show)
    expect([refused.status, refused.body]).toEqual([401, { error: 'invalid_token' }])
    expect(refused.challenge).toContain('error="invalid_token"')
    expect(refused.challenge).toContain(`resource_metadata="${metadata}"`)
    expect((await ask('/orders/7', withToken(forRoutes))).status).toBe(200)
    expect((await ask('/orders/7', withToken(await token()))).status).toBe(401)
    const spelled = await token({ aud: 'https://API.example.com/mcp/' })
    expect((await send(spelled, 'tools/call', show)).status).toBe(200)
    for (const aud of [
      publicUrl,
      `${resource}//`,
      `${resource}/x`,
      'https://api.example.com/MCP',
      `${resource}?`,
    ]) {
      expect((await send(await token({ aud }), 'tools/call', show)).status).toBe(401)
    }
  })

  test('requests all scopes of an operation before its arguments are read', async () => {
    const send = await createSender(open().kernel, version)
    const refused = await send(await token(), 'tools/call', {
      name: 'cancel_order',
      arguments: { id: 'x' },
    })
    expect([refused.status, refused.body]).toEqual([403, { error: 'insufficient_scope' }])
    expect(refused.challenge).toBe(
      `Bearer realm="orders", error="insufficient_scope", scope="orders:read orders:write", resource_metadata="${metadata}"`,
    )
    const both = await token({ scope: 'orders:read orders:write' })
    const called = await send(both, 'tools/call', { name: 'cancel_order', arguments: { id: 1 } })
    expect(called.body.result.content[0].text).toBe('1 is cancelled')
  })

  test('hides tools for which the caller lacks a role', async () => {
    const send = await createSender(open().kernel, version)
    const bob = await token()
    const ada = await token({ roles: ['admin'] })
    const names = async (who: string) => {
      const found: string[] = []
      let cursor: unknown
      do {
        const params = cursor === undefined ? {} : { cursor }
        const { body } = await send(who, 'tools/list', params)
        found.push(...body.result.tools.map((tool: { name: string }) => tool.name))
        if (version === '2026-07-28') expect(body.result.cacheScope).toBe('private')
        cursor = body.result.nextCursor
      } while (cursor !== undefined)
      return found
    }
    expect(await names(bob)).toEqual(['show_order', 'cancel_order'])
    expect(await names(ada)).toEqual(['show_order', 'cancel_order', 'delete_all'])
    const hidden = await send(bob, 'tools/call', { name: 'delete_all' })
    const unknown = await send(bob, 'tools/call', { name: 'no_such_tool' })
    expect(hidden.status).toBe(unknown.status)
    expect(JSON.stringify(hidden.body)).toBe(
      JSON.stringify(unknown.body).replace('no_such_tool', 'delete_all'),
    )
    expect(
      (await send(ada, 'tools/call', { name: 'delete_all' })).body.result.content[0].text,
    ).toBe('deleted')
    const listed = await send(bob, 'resources/list')
    expect(listed.body.result.resources).toEqual([])
    for (const uri of ['orders://secret', 'orders://%73ecret', 'orders://%73%65%63%72%65%74']) {
      const read = await send(bob, 'resources/read', { uri })
      expect(read.body.error.message).toBe(`There is no resource "${uri}".`)
    }
    const other = await send(bob, 'resources/read', { uri: 'orders://7' })
    expect(other.body.result.contents[0].text).toBe('order 7')
    const own = await send(ada, 'resources/read', { uri: 'orders://secret' })
    expect(own.body.result.contents[0].text).toBe('secret')
  })

  test('rejects anonymous callers even for public methods if configured', async () => {
    const closed = await createSender(open({}, [Orders, Prices]).kernel, version)
    expect((await closed(undefined, 'tools/call', { name: 'price' })).status).toBe(401)
    const send = await createSender(open({ anonymous: true }, [Orders, Prices]).kernel, version)
    const priced = await send(undefined, 'tools/call', { name: 'price' })
    expect(priced.body.result.content[0].text).toBe('one euro')
    for (const name of ['show_order', 'delete_all', 'no_such_tool']) {
      const refused = await send(undefined, 'tools/call', { name })
      expect([refused.status, refused.body]).toEqual([401, { error: 'unauthorized' }])
      expect(refused.challenge).toContain('resource_metadata=')
    }
    expect((await send('wrong', 'tools/call', { name: 'price' })).status).toBe(401)
  })
})

test('clients find the metadata of the resource, from pages of any origin', async () => {
  const ask = await startKernel(open().kernel)
  for (const path of [
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-protected-resource',
  ]) {
    const found = await ask(path, { headers: { origin: 'https://inspector.example' } })
    expect(found.headers.get('access-control-allow-origin')).toBe('*')
    expect(await found.json()).toEqual({
      resource,
      authorization_servers: ['https://issuer.test'],
      scopes_supported: ['orders:read'],
      bearer_methods_supported: ['header'],
    })
  }
  const preflight = await ask('/.well-known/oauth-protected-resource/mcp', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://inspector.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'mcp-protocol-version',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toBe('*')
})
