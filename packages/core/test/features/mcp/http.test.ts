import { Container, Kernel, McpHeader, McpTool, Router, type int } from '@fw/core'
import { describe, expect, test } from 'vitest'
import { Workshop } from './fixtures/workshop.ts'
import {
  kernelOf,
  legacyPost,
  modernMessage,
  modernMeta,
  modernPost,
  type Json,
} from './serving.ts'

const kernel = kernelOf([Workshop], { allowedHosts: ['api.example.com', 'local.test:8080'] })

interface Outcome {
  readonly status: number
  readonly body: Json
  readonly headers: Headers
}

async function send(request: Request): Promise<Outcome> {
  const response = await kernel.fetch(request)
  const text = await response.text()
  const { status, headers } = response
  return { status, body: text === '' ? undefined : JSON.parse(text), headers }
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const greet = { method: 'tools/call', params: { name: 'greet', arguments: { name: 'Ada' } } }
const greetLegacy = { jsonrpc: '2.0', id: 1, ...greet }

describe('POST /mcp', () => {
  test('sends one JSON response for one message', async () => {
    const { status, body, headers } = await send(legacyPost(greetLegacy))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text: 'Hello Ada.' }], isError: false },
    })
    expect((await send(modernPost(greet))).body.result.resultType).toBe('complete')
  })

  test('is the only method; every other one is a 405', async () => {
    for (const headers of [{}, { 'mcp-protocol-version': '2026-07-28' }]) {
      for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
        const outcome = await send(new Request('http://localhost/mcp', { method, headers }))
        expect(outcome.status).toBe(405)
        expect(outcome.headers.get('allow')).toBe('POST')
        expect(outcome.body).toEqual({
          error: `/mcp does not support ${method}. It supports POST.`,
        })
      }
    }
  })

  test('exists only if the kernel has a server', async () => {
    const bare = new Kernel(new Container().boot(), new Router())
    expect((await bare.fetch(legacyPost(ping))).status).toBe(404)
  })
})

describe('the transport refuses', () => {
  test('hosts and origins that are neither local nor allowed', async () => {
    const statusWith = async (headers: Record<string, string>) =>
      (await send(legacyPost(ping, headers))).status
    for (const host of [
      'localhost',
      'LOCALHOST:1',
      '127.0.0.1:80',
      '[::1]:9',
      'api.example.com:81',
    ]) {
      expect(await statusWith({ host })).toBe(200)
      expect(await statusWith({ origin: `http://${host}` })).toBe(200)
    }
    expect(await statusWith({ host: 'local.test:8080' })).toBe(200)
    for (const host of [
      'evil.example.com',
      'localhost.evil.com',
      'local.test',
      'local.test:81',
      '',
    ]) {
      expect(await statusWith({ host })).toBe(403)
      expect(await statusWith({ origin: `http://${host}` })).toBe(403)
    }
    expect(await statusWith({ origin: 'null' })).toBe(403)
    expect((await send(legacyPost(ping, { host: 'evil.example.com' }))).body).toEqual({
      error:
        'The host "evil.example.com" is not allowed. ' +
        'Add the host to FW_MCP_ALLOWED_HOSTS, or to allowedHosts of McpServer.',
    })
  })

  test('a body that is not declared as JSON', async () => {
    for (const type of ['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded']) {
      expect((await send(legacyPost(ping, { 'content-type': type }))).status).toBe(415)
    }
    expect((await send(legacyPost(ping, { 'content-encoding': 'gzip' }))).status).toBe(415)
    const charset = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await send(legacyPost(ping, charset))).status).toBe(200)
  })

  test('a body over the limit of the kernel', async () => {
    const { status } = await send(legacyPost(`"${'a'.repeat(2 * 1024 * 1024)}"`))
    expect(status).toBe(413)
  })

  test('a body that is not JSON, or not UTF-8', async () => {
    const refused = async (body: BodyInit) => {
      const headers = { 'content-type': 'application/json' }
      return send(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
    }
    for (const body of ['{', '', 'undefined', '{"a":1}}']) {
      expect(await refused(body)).toMatchObject({
        status: 400,
        body: { jsonrpc: '2.0', id: null, error: { code: -32700 } },
      })
    }
    expect((await refused(Uint8Array.of(34, 255, 34))).body.error.code).toBe(-32700)
  })
})

describe('the status of an error in the legacy era', () => {
  const outcome = async (message: unknown, headers = {}) => {
    const { status, body } = await send(legacyPost(message, headers))
    return [status, body?.error?.code]
  }

  test('is 400 for an invalid message, and 200 for a response of the protocol', async () => {
    expect(await outcome({ ...ping, id: null })).toEqual([400, -32600])
    expect(await outcome({ ...ping, params: [] })).toEqual([400, -32600])
    expect(await outcome([])).toEqual([400, -32600])
    expect(await outcome({ ...ping, method: 'other' })).toEqual([200, -32601])
    expect(await outcome({ ...greetLegacy, params: { name: 'other' } })).toEqual([200, -32602])
    const read = (uri: string) => ({ ...ping, method: 'resources/read', params: { uri } })
    expect(await outcome(read('app://other'))).toEqual([200, -32002])
    expect(await outcome(read('app://broken'))).toEqual([200, -32603])
  })

  test('is 400 for an unknown version, except during initialization', async () => {
    const header = (version: string) => ({ 'mcp-protocol-version': version })
    for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
      expect(await outcome(ping, header(version))).toEqual([200, undefined])
    }
    const initialize = { ...ping, method: 'initialize' }
    expect(await outcome(initialize, header('2024-11-05'))).toEqual([200, undefined])
    expect((await send(legacyPost(ping, header('2024-11-05')))).body.error).toEqual({
      code: -32600,
      message: 'MCP-Protocol-Version is "2024-11-05", which is not supported.',
      data: { supported: ['2025-03-26', '2025-06-18', '2025-11-25'], requested: '2024-11-05' },
    })
    expect(await outcome(ping, header('2024-11-05'))).toEqual([400, -32600])
    expect(await outcome([ping], header('2025-03-26'))).toEqual([200, undefined])
    expect(await outcome([ping], header('2025-06-18'))).toEqual([400, -32600])
  })

  test('does not depend on the headers of the modern era', async () => {
    expect(await outcome(greetLegacy, { 'mcp-method': 'x', 'mcp-name': 'y' })).toEqual([
      200,
      undefined,
    ])
  })

  test('is 202 without a body if there is no response', async () => {
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'a' } },
      [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
    ]) {
      const { status, body, headers } = await send(legacyPost(message))
      expect([status, body, headers.get('content-type')]).toEqual([202, undefined, null])
    }
    expect(await send(legacyPost({ jsonrpc: '2.0', method: 'a', params: 7 }))).toMatchObject({
      status: 400,
      body: undefined,
    })
  })
})

describe('the status of an error in the modern era', () => {
  const outcome = async (request: Request) => {
    const { status, body } = await send(request)
    return [status, body?.error?.code]
  }
  const without = (request: Request, header: string) => {
    request.headers.delete(header)
    return request
  }
  const list = { method: 'tools/list' }
  const read = { method: 'resources/read', params: { uri: 'app://manual' } }

  test('is 400 for a request without its envelope, even if the header declares the version', async () => {
    const header = { 'mcp-protocol-version': '2026-07-28' }
    expect(await outcome(legacyPost({ ...ping, params: {} }, header))).toEqual([400, -32602])
    expect(await outcome(legacyPost({ ...ping, method: 'initialize' }, header))).toEqual([
      400, -32602,
    ])
    const half = { ...ping, params: { _meta: { 'io.modelcontextprotocol/clientInfo': {} } } }
    expect(await outcome(legacyPost(half))).toEqual([400, -32602])
  })

  test('is 400 for headers that differ from the body, and for a version that is not supported', async () => {
    const versionKey = 'io.modelcontextprotocol/protocolVersion'
    const future = { method: 'tools/list', params: { _meta: { [versionKey]: '2027-01-01' } } }
    expect(await outcome(without(modernPost(list), 'mcp-protocol-version'))).toEqual([400, -32020])
    expect(await outcome(modernPost(list, { 'mcp-protocol-version': '2025-06-18' }))).toEqual([
      400, -32020,
    ])
    expect(await outcome(modernPost(future))).toEqual([400, -32020])
    const unsupported = await send(modernPost(future, { 'mcp-protocol-version': '2027-01-01' }))
    expect(unsupported).toMatchObject({
      status: 400,
      body: {
        error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2027-01-01' } },
      },
    })
    expect(await outcome(without(modernPost(list), 'mcp-method'))).toEqual([400, -32020])
    expect(await outcome(modernPost(list, { 'mcp-method': 'TOOLS/LIST' }))).toEqual([400, -32020])
    expect(await outcome(without(modernPost(greet), 'mcp-name'))).toEqual([400, -32020])
    expect(await outcome(modernPost(greet, { 'mcp-name': 'other' }))).toEqual([400, -32020])
    expect(await outcome(modernPost(read, { 'mcp-name': 'app://other' }))).toEqual([400, -32020])
    expect((await send(modernPost(greet, { 'mcp-name': 'other' }))).body.error.message).toBe(
      'Mcp-Name is "other", but the body has "greet".',
    )
    expect((await send(without(modernPost(list), 'mcp-method'))).body.error.message).toBe(
      'Mcp-Method is missing, but the body has "tools/list".',
    )
  })

  test('decodes names in base64, and refuses an encoding that is not exact', async () => {
    const name = (text: string) => modernPost(greet, { 'mcp-name': text })
    expect(await outcome(name('=?base64?Z3JlZXQ=?='))).toEqual([200, undefined])
    for (const wrong of ['Z3JlZXQ', 'Z3JlZXQ==', 'Z3Jl!XQ=', 'Z3JlZXR=', '', '/w==']) {
      expect(await outcome(name(`=?base64?${wrong}?=`))).toEqual([400, -32020])
    }
    expect(await outcome(name('Z3JlZXQ='))).toEqual([400, -32020])
  })

  test('is 400 for an argument that its header does not repeat', async () => {
    class Regional {
      @McpTool('ship', 'Ships.')
      ship(@McpHeader('Region') region: string, @McpHeader('Count') count: int = 1): string {
        return `${count} to ${region}`
      }
    }
    const regional = kernelOf([Regional])
    const ship = async (args: object, headers: Record<string, string>) => {
      const call = { method: 'tools/call', params: { name: 'ship', arguments: args } }
      const response = await regional.fetch(modernPost(call, headers))
      return [response.status, (await response.json()).error?.message]
    }
    const region = { 'mcp-param-region': 'eu' }
    expect(await ship({ region: 'eu' }, region)).toEqual([200, undefined])
    expect(await ship({ region: 'ö' }, { 'mcp-param-region': '=?base64?w7Y=?=' })).toEqual([
      200,
      undefined,
    ])
    expect(await ship({ region: 'eu', count: 2 }, { ...region, 'mcp-param-count': '2' })).toEqual([
      200,
      undefined,
    ])
    expect(await ship({ region: 'eu' }, {})).toEqual([
      400,
      'Mcp-Param-Region is missing, but the body has "eu".',
    ])
    expect(await ship({ region: 'us' }, region)).toEqual([
      400,
      'Mcp-Param-Region is "eu", but the body has "us".',
    ])
    expect(await ship({ region: 'eu' }, { ...region, 'mcp-param-count': '2' })).toEqual([
      400,
      'Mcp-Param-Count is "2", but the body has nothing.',
    ])
    const counted = { ...region, 'mcp-param-count': '2' }
    expect(await ship({ region: 'eu', count: [2] }, counted)).toEqual([
      400,
      'Mcp-Param-Count is "2", but the body has a value that headers cannot contain.',
    ])
    const legacy = {
      ...ping,
      method: 'tools/call',
      params: { name: 'ship', arguments: { region: 'eu' } },
    }
    expect((await regional.fetch(legacyPost(legacy))).status).toBe(200)
  })

  test('is 404 for an unknown method, and 200 for a response of a method', async () => {
    expect(await outcome(modernPost({ method: 'other' }))).toEqual([404, -32601])
    expect(await outcome(modernPost({ method: 'ping' }))).toEqual([404, -32601])
    const other = { method: 'tools/call', params: { name: 'other' } }
    expect(await outcome(modernPost(other))).toEqual([200, -32602])
    expect(await outcome(modernPost({ method: 'tools/call' }))).toEqual([200, -32602])
    const cursor = { method: 'tools/list', params: { cursor: 'x' } }
    expect(await outcome(modernPost(cursor))).toEqual([200, -32602])
    const missing = { method: 'resources/read', params: { uri: 'app://other' } }
    expect(await outcome(modernPost(missing))).toEqual([200, -32602])
    const broken = { method: 'resources/read', params: { uri: 'app://broken' } }
    expect(await outcome(modernPost(broken))).toEqual([200, -32603])
    const invalid = { method: 'tools/call', params: { name: 'greet' } }
    expect((await send(modernPost(invalid))).body.result).toMatchObject({
      resultType: 'complete',
      isError: true,
    })
  })

  test('is 400 for batches and responses, and 202 for notifications', async () => {
    const header = { 'mcp-protocol-version': '2026-07-28' }
    expect(await outcome(legacyPost([modernMessage(list)]))).toEqual([400, -32600])
    expect(await outcome(legacyPost([ping], header))).toEqual([400, -32600])
    for (const member of ['result', 'error']) {
      const response = { jsonrpc: '2.0', id: 1, [member]: {} }
      expect(await send(legacyPost(response, header))).toMatchObject({
        status: 400,
        body: { error: { message: 'This version of the protocol does not accept responses.' } },
      })
    }
    const cancelled = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { _meta: modernMeta },
    }
    expect(await outcome(legacyPost(cancelled, header))).toEqual([202, undefined])
  })

  test('follows the order of the checks', async () => {
    const versionKey = 'io.modelcontextprotocol/protocolVersion'
    const worst = legacyPost(
      { ...ping, method: 'other', params: { _meta: { [versionKey]: '2027-01-01' } } },
      { 'mcp-method': 'x' },
    )
    expect(await outcome(worst)).toEqual([400, -32602])
    const wrongMethod = modernPost({ method: 'other' }, { 'mcp-method': 'x' })
    expect(await outcome(wrongMethod)).toEqual([400, -32020])
  })
})
