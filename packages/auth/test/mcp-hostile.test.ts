import { TestIssuer } from '@fw/auth/testing'
import {
  Allows,
  McpResource,
  McpTool,
  Principal,
  Public,
  Roles,
  Scopes,
  type int,
  type Policy,
} from '@fw/core'
import { array, assert, asyncProperty, constantFrom, oneof, record, string } from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { protocolVersions, createMcpKernel, messageOf, publicUrl } from './mcp-serving.ts'

const ran = new Set<string>()

class Own implements Policy {
  allows(_caller: Principal, id: int) {
    return id === 1
  }
}

class Orders {
  @McpTool('open', 'For all.')
  @Public()
  open() {
    ran.add('open')
    return 'open'
  }

  @McpTool('read', 'Reads.')
  @Scopes('orders:read')
  read() {
    ran.add('read')
    return 'read'
  }

  @McpTool('write', 'Writes.')
  @Scopes('orders:write')
  write() {
    ran.add('write')
    return 'written'
  }

  @McpTool('admin', 'For few.')
  @Roles('admin')
  admin() {
    ran.add('admin')
    return 'done'
  }

  @McpTool('own', 'One of the own.')
  @Scopes('orders:read')
  @Allows(Own)
  own(id: int) {
    ran.add(`own ${id}`)
    return `${id}`
  }

  @McpResource('orders://secret', 'secret', 'For few.')
  @Roles('admin')
  secret() {
    ran.add('secret')
    return 'secret'
  }

  @McpResource('orders://{name}', 'order', 'One order.')
  @Scopes('orders:read')
  order(name: string) {
    ran.add(`order ${name}`)
    return name
  }
}

const issuer = new TestIssuer()
const bob = await issuer.token({ aud: `${publicUrl}/mcp`, scope: 'orders:read' })

beforeEach(() => ran.clear())

const unusualValue = oneof(
  constantFrom<unknown>(
    null,
    true,
    -1,
    1e308,
    '',
    '__proto__',
    'constructor',
    [],
    {},
    ['write'],
    { toString: 1 },
    { name: 'write' },
    'write\u0000',
    ' write',
    'WRITE',
  ),
  string(),
)

const names = ['open', 'read', 'write', 'admin', 'own']
const uris = [
  'orders://secret',
  'orders://%73ecret',
  'ORDERS://secret',
  'orders://secret#',
  'orders://secret/',
  'orders:///secret',
  'orders://7',
]

const message = record({
  version: constantFrom(...protocolVersions),
  method: oneof(
    { weight: 6, arbitrary: constantFrom('tools/call', 'resources/read') },
    { weight: 1, arbitrary: unusualValue },
  ),
  params: oneof(
    record({
      name: oneof(
        { weight: 5, arbitrary: constantFrom<unknown>(...names) },
        { weight: 1, arbitrary: unusualValue },
      ),
      uri: oneof(
        { weight: 5, arbitrary: constantFrom<unknown>(...uris) },
        { weight: 1, arbitrary: unusualValue },
      ),
      arguments: oneof(constantFrom<unknown>({ id: 1 }, { id: 2 }, { id: '1' }, {}), unusualValue),
      _meta: oneof(constantFrom<unknown>(undefined, { progressToken: 'p' }), unusualValue),
    }),
    unusualValue,
  ),
  id: oneof(constantFrom<unknown>(1, 'a'), unusualValue),
}).map(({ version, method, params, id }) => {
  const isPlain = typeof params === 'object' && params !== null && !Array.isArray(params)
  const written = messageOf(version, method as string, isPlain ? params : {}, id as number)
  return isPlain ? written : { ...written, params }
})

test.each([
  ['a user with a scope', bob, ['open', 'read', 'own 1', 'order ']],
  ['an anonymous client', undefined, ['open']],
] as const)(
  'for any message of %s to /mcp, only permitted operations run, and the server keeps running',
  async (_who, token, allowed) => {
    const { kernel, log } = createMcpKernel([Orders], {
      schemes: { user: issuer.scheme() },
      mcp: { anonymous: true },
    })
    await assert(
      asyncProperty(
        oneof(message, array(message, { maxLength: 4 })),
        constantFrom(...protocolVersions),
        oneof(constantFrom(...names, ...uris), constantFrom(undefined)),
        async (sent, version, named) => {
          const response = await kernel.fetch(
            new Request(`${publicUrl}/mcp`, {
              method: 'POST',
              headers: {
                host: 'localhost',
                'content-type': 'application/json',
                accept: 'application/json, text/event-stream',
                'mcp-protocol-version': version,
                'mcp-method': 'tools/call',
                ...(named !== undefined && { 'mcp-name': named }),
                ...(token !== undefined && { authorization: `Bearer ${token}` }),
              },
              body: JSON.stringify(sent),
            }),
          )
          await response.text()
          expect(response.status).toBeLessThan(500)
          const disallowed = [...ran].filter(
            (each) => !allowed.some((name) => each.startsWith(name)),
          )
          expect(disallowed).toEqual([])
          expect(ran).not.toContain('order secret')
        },
      ),
      { numRuns: 1500 },
    )
    expect(log.lines.filter(([level]) => level === 'error')).toEqual([])
    expect(ran.size).toBeGreaterThan(0)
  },
)
