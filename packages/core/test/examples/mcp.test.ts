import { Authentication, Config, Container, createApp, Kernel, Router } from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer, type Progress } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { IdentityProvider } from '../../../auth/test/identity-provider.ts'
import { withToken, startKernel } from '../features/access/guarded.ts'
import * as oauth from './mcp/with-oauth.ts'
import { legacyPost } from '../features/mcp/serving.ts'
import { kernel } from './mcp/by-hand.ts'
import { Covers } from './mcp/src/covers.ts'
import { Library } from './mcp/src/library.ts'
import { Loans } from './mcp/src/loans.ts'
import { Reports } from './mcp/src/reports.ts'

const registry = new McpRegistry()
for (const type of [Library, Loans, Covers, Reports]) registry.register(type)
const client = new McpTestClient(new McpServer(registry, new McpDispatcher(new Container().boot())))

test('the tool of the page is listed with the data of its declaration', async () => {
  const [find] = await client.listTools()
  expect(find).toMatchObject({
    name: 'find_books',
    inputSchema: {
      properties: {
        title: { type: 'string', maxLength: 100, description: 'A part of the title.' },
        limit: { type: 'integer', default: 10 },
      },
      required: ['title'],
    },
    outputSchema: { properties: { total: { type: 'integer' } } },
  })
})

test('the server of the page introduces itself with the data of its package.json', async () => {
  const app = await createApp(new URL('./mcp', import.meta.url))
  const response = await app.kernel.fetch(
    legacyPost({ jsonrpc: '2.0', id: 1, method: 'initialize' }),
  )
  expect(await response.json()).toMatchObject({
    result: {
      serverInfo: { name: 'library', version: '1.0.0', title: 'The library' },
      instructions: 'Ask for a title before lending.',
    },
  })
})

test('the resources of the page are read', async () => {
  expect((await client.readResource('library://rules'))[0]?.text).toBe('Four weeks.')
  await expect(client.readResource('library://books/3')).rejects.toMatchObject({ code: -32602 })
})

test('the loan of the page reports its progress, and fails as the page says', async () => {
  const seen: Progress[] = []
  const onProgress = (progress: Progress) => void seen.push(progress)
  const loans = [{ book: 1, weeks: 2 }]
  const lent = await client.callTool('lend', { reader: 'Ada', loans }, { onProgress })
  expect(lent.content[0]?.['text']).toBe('{"reader":"Ada","lent":1}')
  expect(seen).toEqual([{ progress: 1, total: 1, message: 'book 1' }])

  const refused = await client.callTool('lend', { reader: 'Ada', loans: [{ book: 2, weeks: 4 }] })
  expect(refused).toMatchObject({ isError: true })
  expect(refused.content[0]?.['text']).toBe('All copies of book 2 are checked out.')

  const invalid = await client.callTool('lend', { loans: [{ book: 1, weeks: 3 }] })
  expect(JSON.parse(String(invalid.content[0]?.['text']))).toEqual({
    errors: { reader: ['is required.'], 'loans.0.weeks': ['must be one of: 1, 2, 4.'] },
  })
  expect((await client.callTool('cover', { book: 1 })).content[1]?.type).toBe('image')
})

test('the report of the page ends when its call is cancelled', async () => {
  const report = client.callTool('report', { year: '2026' }, { signal: AbortSignal.abort() })
  expect((await report).content[0]?.['text']).toBe('The call was cancelled.')
})

test('the kernel of the page serves the library and the documentation', async () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'resources/list' }
  const response = await kernel.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'library.example.com' },
      body: JSON.stringify(list),
    }),
  )
  const uris = (await response.json()).result.resources.map(({ uri }: { uri: string }) => uri)
  expect(uris).toContain('library://rules')
  expect(uris).toContain('fw://docs/mcp')
})

test('the test of the page prints what the page shows', async () => {
  vi.spyOn(console, 'log').mockReturnValue(undefined)
  const { book, structuredContent } = await import('./mcp/in-a-test.ts')
  expect(structuredContent).toEqual({ total: 1, books: [{ id: 1, title: 'Emma', copies: 2 }] })
  expect(book?.text).toBe('{"id":2,"title":"Middlemarch","copies":0}')
  vi.restoreAllMocks()
})

test('the server with OAuth says where to get tokens, and what each tool requires', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
  const base = 'https://orders.example.com'
  const provider = await IdentityProvider.start(`${base}/mcp`)
  onTestFinished(() => provider[Symbol.asyncDispose]())
  const config = Config.of({ ISSUER: provider.issuer, FW_PUBLIC_URL: base })
  const authentication = new Authentication({ schemes: oauth.Callers.schemes(config) })
  const container = new Container()
    .instance(Config, config)
    .instance(Authentication, authentication)
    .boot()
  const mcp = new McpServer(new McpRegistry().register(oauth.Orders), new McpDispatcher(container))
  const ask = await startKernel(new Kernel(container, new Router(), { mcp }))
  const call = async (token: string | undefined, name: string) => {
    const headers = { 'content-type': 'application/json' }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } }
    const response = await ask(
      '/mcp',
      withToken(token, { method: 'POST', headers, body: JSON.stringify(message) }),
    )
    return [response.status, response.headers.get('www-authenticate'), await response.text()]
  }
  const [status, challenge] = await call(undefined, 'list_orders')
  expect(status).toBe(401)
  expect(challenge).toContain(`"${base}/.well-known/oauth-protected-resource/mcp"`)
  const metadata = await ask('/.well-known/oauth-protected-resource/mcp')
  expect(await metadata.json()).toMatchObject({
    resource: `${base}/mcp`,
    authorization_servers: [provider.issuer],
  })
  // Clients of 2025-03-26 request the metadata of the provider.
  const known = await ask('/.well-known/oauth-authorization-server')
  expect(await known.json()).toMatchObject({ token_endpoint: `${provider.issuer}/token` })
  const token = await provider.token('orders:read')
  expect((await call(token, 'list_orders'))[2]).toContain('The orders of worker')
  const refused = await call(token, 'cancel_orders')
  expect(refused[0]).toBe(403)
  expect(refused[1]).toContain('scope="orders:read orders:write"')
  expect((await call(token, 'close_shop'))[2]).toContain('There is no tool')
  const both = await provider.token('orders:read orders:write')
  expect((await call(both, 'cancel_orders'))[2]).toContain('are cancelled')
})
