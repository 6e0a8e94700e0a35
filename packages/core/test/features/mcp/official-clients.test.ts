import {
  Client,
  StreamableHTTPClientTransport,
  type ConnectOptions,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { serve, type RunningServer } from '@fw/core/node'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { inRepositoryCopy } from '../../support/temporary-application.ts'
import { Workshop } from './fixtures/workshop.ts'
import { kernelOf } from './serving.ts'

let server: RunningServer

beforeAll(async () => {
  server = await serve(kernelOf([Workshop]), { port: 0, host: '127.0.0.1', shutdownTimeout: 0 })
})

afterAll(() => server.close())

const url = () => new URL(`http://127.0.0.1:${server.port}/mcp`)
const program = {
  command: process.execPath,
  args: ['--import', '@fw/transform/register', 'serve-stdio.ts'],
  cwd: inRepositoryCopy('packages/core/test/features/mcp/fixtures'),
  stderr: 'pipe' as const,
}
const transports = {
  http: () => new StreamableHTTPClientTransport(url()),
  stdio: () => new StdioClientTransport(program),
}

interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  listResources(): Promise<{ resources: { uri: string }[] }>
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>
  readResource(params: { uri: string }): Promise<{ contents: object[] }>
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<object>
}

async function useEverything(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('order')
  expect((await client.listResources()).resources).toHaveLength(3)
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2)
  expect((await client.readResource({ uri: 'app://parts/7' })).contents[0]).toMatchObject({
    text: '{"sku":"hammer","count":3}',
  })
  const greeted = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })
  expect(greeted).toMatchObject({ content: [{ type: 'text', text: 'Hello Ada.' }] })
  // The clients check structured content against the output schema themselves.
  const order = { customer: 'Ada', parts: [{ sku: 'nail', count: 3 }] }
  expect(await client.callTool({ name: 'order', arguments: { order } })).toMatchObject({
    structuredContent: { customer: 'Ada', total: 3 },
  })
  expect(await client.callTool({ name: 'greet', arguments: {} })).toMatchObject({ isError: true })
  await expect(client.readResource({ uri: 'app://other' })).rejects.toThrow()
  await expect(client.callTool({ name: 'other' })).rejects.toThrow()
}

async function connect(
  transport: keyof typeof transports,
  mode: 'legacy' | 'auto' | { pin: string },
  options?: ConnectOptions,
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transports[transport](), options)
  onTestFinished(() => client.close())
  return client
}

describe.each(['http', 'stdio'] as const)('the official client over %s', (transport) => {
  test('by the handshake', async () => {
    const client = await connect(transport, 'legacy')
    expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25')
    await useEverything(client)
    await client.ping()
  })

  test('by detecting the era', async () => {
    const client = await connect(transport, 'auto')
    expect(client.getProtocolEra()).toBe('modern')
    await useEverything(client)
  })

  test('in the modern era only', async () => {
    const client = await connect(transport, { pin: '2026-07-28' })
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
    await useEverything(client)
  })

  test('with the era that an earlier connection detected', async () => {
    const earlier = await connect(transport, 'auto')
    const discover = earlier.getDiscoverResult()
    if (!discover) throw new Error('Nothing was discovered.')
    const modern = await connect(transport, 'auto', { prior: { kind: 'modern', discover } })
    expect(modern.getProtocolEra()).toBe('modern')
    await useEverything(modern)
    const legacy = await connect(transport, 'auto', { prior: { kind: 'legacy' } })
    expect(legacy.getProtocolEra()).toBe('legacy')
    await useEverything(legacy)
  })

  test('receives progress, and can cancel', async () => {
    for (const mode of ['legacy', 'auto'] as const) {
      const client = await connect(transport, mode)
      const received: unknown[] = []
      const controller = new AbortController()
      const waiting = client.callTool(
        { name: 'wait' },
        {
          signal: controller.signal,
          onprogress: (progress) => void received.push(progress.progress),
        },
      )
      // The client ignores progress that it handles after the response.
      await expect.poll(() => received).toEqual([1, 2, 3])
      controller.abort()
      await expect(waiting).rejects.toThrow()
      await useEverything(client)
    }
  })
})

describe('the first official client', () => {
  test.each([
    ['http', () => new FirstHttp(url())],
    ['stdio', () => new FirstStdio(program)],
  ])('over %s', async (_name, createTransport) => {
    const client = new FirstClient({ name: 'test', version: '1' })
    await client.connect(createTransport() as Parameters<FirstClient['connect']>[0])
    onTestFinished(() => client.close())
    await useEverything(client as unknown as AnyClient)
    const received: unknown[] = []
    const controller = new AbortController()
    const onprogress = ({ progress }: { progress: number }) => void received.push(progress)
    const { signal } = controller
    const waiting = client.callTool({ name: 'wait' }, undefined, { signal, onprogress })
    await expect.poll(() => received).toEqual([1, 2, 3])
    controller.abort()
    await expect(waiting).rejects.toThrow()
  })
})
