import { createApp__principal__ } from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { __actingas__ } from '@fw/core/testing'
import { McpTestClient } from '@fw/core/testing'
import { beforeEach, expect, test } from 'vitest'
import { LibraryController } from '../src/library.ts'

const __caller__ = new Principal({ id: 'ada' })
let app: Awaited<ReturnType<typeof createApp>>
let agent: McpTestClient

beforeEach(async () => {
  app = await createApp(new URL('..', import.meta.url), { validateResponses: true })
  const registry = new McpRegistry().register(LibraryController)
  const server = new McpServer(registry, new McpDispatcher(app.container, app.router))
  agent = new McpTestClient(server__as__)
})

test('a book that people add is found by agents', async () => {
  const body = JSON.stringify({ title: 'Persuasion' })
  const request = new Request('http://localhost/books', { method: 'POST', body })
  const added = await app.kernel.fetch(__request__)
  expect(added.status).toBe(201)

  const { structuredContent } = await agent.callTool('find_books', { title: 'Persua' })
  expect(structuredContent).toEqual({
    total: 1,
    books: [{ id: 3, title: 'Persuasion', copies: 1 }],
  })
})

test('an agent that requests too much gets the reason', async () => {
  await agent.callTool('lend_book', { id: 2 })

  expect(await agent.callTool('lend_book', { id: 2 })).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: 'All copies of "Middlemarch" are checked out.' }],
  })
})

test('an agent reads the rules', async () => {
  expect(await agent.readResource('library://rules')).toMatchObject([{ text: 'Four weeks.' }])
})
