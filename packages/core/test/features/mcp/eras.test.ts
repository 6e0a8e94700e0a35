import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { McpTool } from '@fw/core'
import type { Exchange, McpServer } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Workshop } from './fixtures/workshop.ts'
import { modernMessage, modernMeta, serverOf, type Json } from './serving.ts'

const info = { name: 'workshop', version: '1.2.3' }
const server = serverOf([Workshop], { info, instructions: 'Wear goggles.', ttlMs: 5000 })
const overStdio: Exchange = { signal: () => new AbortController().signal }

async function send(message: unknown, to: McpServer = server): Promise<Json> {
  const { text } = await to.receive(message, overStdio)
  return text === undefined ? undefined : JSON.parse(text)
}

function legacy(method: string, params?: unknown) {
  return { jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) }
}

/** Lets the process be in a folder with a package.json until the test ends. */
function startIn(manifest: object | undefined): void {
  const folder = mkdtempSync(join(tmpdir(), 'fw-named-'))
  if (manifest) writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  onTestFinished(() => {
    cwd.mockRestore()
    rmSync(folder, { recursive: true })
  })
}

describe('the legacy era', () => {
  test('performs the handshake, even without params', async () => {
    expect(await send(legacy('initialize'))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        protocolVersion: '2025-03-26',
        capabilities: { tools: {}, resources: {} },
        serverInfo: info,
        instructions: 'Wear goggles.',
      },
    })
  })

  test('accepts the versions it supports, and offers 2025-03-26 for any other', async () => {
    const agreed = async (protocolVersion: unknown) =>
      (await send(legacy('initialize', { protocolVersion }))).result.protocolVersion
    expect(await agreed('2025-03-26')).toBe('2025-03-26')
    expect(await agreed('2025-06-18')).toBe('2025-06-18')
    expect(await agreed('2025-11-25')).toBe('2025-11-25')
    for (const other of ['2026-07-28', '2024-11-05', 'v9', 7, null]) {
      expect(await agreed(other)).toBe('2025-03-26')
    }
  })

  test('never responds to a notification, known or not, well-formed or not', async () => {
    for (const method of ['notifications/initialized', 'notifications/other', 'tools/call']) {
      expect(await send({ jsonrpc: '2.0', method })).toBeUndefined()
      expect(await send({ jsonrpc: '2.0', method, params: [] })).toBeUndefined()
      expect(await send({ method })).toBeUndefined()
    }
  })

  test('responds to ping with an empty object', async () => {
    expect(await send({ jsonrpc: '2.0', id: 'a', method: 'ping' })).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: {},
    })
  })

  test('needs no handshake before other requests', async () => {
    expect((await send(legacy('tools/list'))).result.tools).toHaveLength(8)
  })
})

test.each([
  [undefined, { name: 'application', version: '0.0.0' }],
  [
    { name: 'shop', version: '3.2.1' },
    { name: 'shop', version: '3.2.1' },
  ],
  [
    { name: 'shop', fw: { mcp: { title: 'The shop' } } },
    { name: 'shop', version: '0.0.0', title: 'The shop' },
  ],
])('without info, a package.json with %o names the server', async (manifest, serverInfo) => {
  startIn(manifest)
  const { result } = await send(legacy('initialize'), serverOf([Workshop]))
  expect(result.serverInfo).toEqual(serverInfo)
  expect(result).not.toHaveProperty('instructions')
})

test.each(['title', 'instructions'])('a %s that is not a string is an error', (name) => {
  startIn({ fw: { mcp: { [name]: 7 } } })
  expect(() => serverOf([Workshop])).toThrow(
    expect.objectContaining({
      name: 'InvalidServerText',
      message: `"fw.mcp.${name}" in package.json is not a string. Write: "fw": { "mcp": { "${name}": "…" } }.`,
    }),
  )
})

describe('the modern era', () => {
  test('reports on request what it supports', async () => {
    expect(await send(modernMessage({ method: 'server/discover' }))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        resultType: 'complete',
        _meta: { 'io.modelcontextprotocol/serverInfo': info },
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, resources: {} },
        instructions: 'Wear goggles.',
        ttlMs: 5000,
        cacheScope: 'public',
      },
    })
  })

  test('declares for how long lists and resources may be cached, and for which callers', async () => {
    const cache = async (method: string, params = {}) => {
      const { result } = await send(modernMessage({ method, params }))
      return { ttlMs: result.ttlMs, cacheScope: result.cacheScope }
    }
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list']) {
      expect(await cache(method)).toEqual({ ttlMs: 5000, cacheScope: 'public' })
    }
    expect(await cache('resources/read', { uri: 'app://manual' })).toEqual({
      ttlMs: 1000,
      cacheScope: 'public',
    })
    expect(await cache('resources/read', { uri: 'app://photo' })).toEqual({
      ttlMs: 0,
      cacheScope: 'private',
    })
    expect(await cache('tools/call', { name: 'data' })).toEqual({})
  })

  test('requires version and capabilities in the _meta of every request', async () => {
    const refusal = async (_meta: unknown) => (await send(legacy('tools/list', { _meta }))).error
    const [versionKey, capabilitiesKey] = Object.keys(modernMeta) as [string, string]
    expect(await refusal({ [capabilitiesKey]: {} })).toEqual({
      code: -32602,
      message: '"_meta" must have "io.modelcontextprotocol/protocolVersion", a string.',
    })
    expect(await refusal({ [versionKey]: '2026-07-28' })).toEqual({
      code: -32602,
      message: '"_meta" must have "io.modelcontextprotocol/clientCapabilities", an object.',
    })
    expect((await refusal({ ...modernMeta, [capabilitiesKey]: [] })).code).toBe(-32602)
    expect((await refusal({ ...modernMeta, [versionKey]: 20260728 })).code).toBe(-32602)
    expect(await refusal({ ...modernMeta, [versionKey]: '2027-01-01' })).toEqual({
      code: -32022,
      message: 'The version "2027-01-01" is not supported.',
      data: { supported: ['2026-07-28'], requested: '2027-01-01' },
    })
  })

  test('has no handshake, and no methods that this server does not offer', async () => {
    for (const method of ['initialize', 'ping', 'logging/setLevel', 'subscriptions/listen']) {
      expect((await send(modernMessage({ method }))).error).toEqual({
        code: -32601,
        message: `There is no method "${method}".`,
      })
    }
  })
})

describe('each message', () => {
  test('is modern by a key of the protocol in its _meta, and legacy without', async () => {
    const resultOf = async (_meta: object) =>
      (await send(legacy('tools/call', { name: 'greet', arguments: { name: 'Ada' }, _meta })))
        .result
    expect(await resultOf({ progressToken: 1 })).toEqual({
      content: [{ type: 'text', text: 'Hello Ada.' }],
      isError: false,
    })
    expect(await resultOf({ ...modernMeta, progressToken: 1 })).toEqual({
      resultType: 'complete',
      _meta: { 'io.modelcontextprotocol/serverInfo': info },
      content: [{ type: 'text', text: 'Hello Ada.' }],
      isError: false,
    })
    const claim = { 'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' } }
    expect((await send(legacy('tools/list', { _meta: claim }))).error.code).toBe(-32602)
  })

  test('has its own version, regardless of earlier messages on the same server', async () => {
    expect((await send(legacy('initialize'))).result.protocolVersion).toBe('2025-03-26')
    const { result } = await send(modernMessage({ method: 'tools/list' }))
    expect(result.resultType).toBe('complete')
    expect((await send(legacy('tools/list'))).result.resultType).toBeUndefined()
    expect((await send(legacy('ping'))).result).toEqual({})
  })

  test('is -32600 if it is not valid JSON-RPC', async () => {
    const request = { jsonrpc: '2.0', id: 5, method: 'ping' }
    const refused: [message: unknown, id: unknown, problem: string][] = [
      [7, null, 'The message must be a JSON object.'],
      [null, null, 'The message must be a JSON object.'],
      [{}, null, '"jsonrpc" must be "2.0".'],
      [{ ...request, jsonrpc: '1.0' }, 5, '"jsonrpc" must be "2.0".'],
      [{ ...request, id: null }, null, '"id" must be a string or an integer.'],
      [{ ...request, id: 1.5 }, null, '"id" must be a string or an integer.'],
      [{ ...request, id: {} }, null, '"id" must be a string or an integer.'],
      [{ ...request, method: 7 }, 5, '"method" must be a string.'],
      [{ jsonrpc: '2.0', id: 5 }, 5, '"method" must be a string.'],
      [{ ...request, params: [] }, 5, '"params" must be an object.'],
      [{ ...request, params: null }, 5, '"params" must be an object.'],
    ]
    for (const [message, id, problem] of refused) {
      const error = { code: -32600, message: problem }
      expect(await send(message)).toEqual({ jsonrpc: '2.0', id, error })
    }
  })

  test('with an unknown method is -32601', async () => {
    for (const method of ['tools/other', 'constructor', '__proto__', '', 'prompts/list']) {
      const error = { code: -32601, message: `There is no method "${method}".` }
      expect(await send(legacy(method))).toEqual({ jsonrpc: '2.0', id: 1, error })
    }
  })

  test('with an unknown tool is -32602', async () => {
    for (const name of ['other', 'constructor', undefined, 7, null]) {
      const { error } = await send(legacy('tools/call', { name }))
      expect(error.code).toBe(-32602)
    }
  })
})

describe('a batch', () => {
  test('gets one list as response, without its notifications', async () => {
    const batch = [
      legacy('ping'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      {
        jsonrpc: '2.0',
        id: 'b',
        method: 'tools/call',
        params: { name: 'count', arguments: { to: 1, pause: 5 } },
      },
      { jsonrpc: '2.0', id: null, method: 'ping' },
      7,
      [legacy('ping')],
    ]
    const responses = await send(batch)
    expect(responses.map(({ id }: { id: unknown }) => id)).toEqual([1, 'b', null, null, null])
    expect(responses[1].result.content[0].text).toBe('counted to 1')
    for (const response of responses.slice(2)) expect(response.error.code).toBe(-32600)
    expect(
      await send([
        { jsonrpc: '2.0', method: 'a' },
        { jsonrpc: '2.0', id: 1, result: {} },
      ]),
    ).toBeUndefined()
  })

  test('is rejected as a whole if it is empty, has a handshake or is modern', async () => {
    const refusal = async (batch: unknown[]) => (await send(batch)).error
    expect(await refusal([])).toEqual({ code: -32600, message: 'The batch is empty.' })
    expect(await refusal([legacy('ping'), legacy('initialize')])).toEqual({
      code: -32600,
      message: 'A batch cannot contain "initialize".',
    })
    expect(await refusal([legacy('ping'), modernMessage({ method: 'tools/list' })])).toEqual({
      code: -32600,
      message: 'Version 2026-07-28 does not support batches.',
    })
  })
})

describe('a list', () => {
  test('continues with an opaque cursor', async () => {
    const paged = serverOf([Workshop], { pageSize: 3 })
    for (const era of ['modern', 'legacy'] as const) {
      const client = new McpTestClient(paged, { era })
      const all = await new McpTestClient(server, { era }).listTools()
      expect(await client.listTools()).toEqual(all)
      const first = await client.request('tools/list')
      expect(first['tools']).toHaveLength(3)
      expect(first['nextCursor']).toEqual(expect.any(String))
      const last = await client.request('resources/list')
      expect(last).not.toHaveProperty('nextCursor')
      expect((await client.request('tools/list', { cursor: '' }))['tools']).toEqual(first['tools'])
      const foreign = first['nextCursor']
      for (const cursor of ['3', 'abc', 7, null, {}]) {
        await expect(client.request('tools/list', { cursor })).rejects.toMatchObject({
          code: -32602,
        })
      }
      await expect(client.request('resources/list', { cursor: foreign })).rejects.toMatchObject({
        code: -32602,
        message: 'The cursor is invalid. Start again without a cursor.',
      })
    }
  })

  test('is empty if nothing is registered', async () => {
    class Nothing {
      @McpTool('only', 'A.') tool(): void {}
    }
    const client = new McpTestClient(serverOf([Nothing]))
    expect(await client.listResources()).toEqual([])
    expect(await client.listResourceTemplates()).toEqual([])
  })
})
