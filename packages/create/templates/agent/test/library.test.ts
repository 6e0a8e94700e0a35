import { createApp } from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { beforeEach, expect, test } from 'vitest'
import { LibraryController } from '../src/library.ts'

let app: Awaited<ReturnType<typeof createApp>>
let agent: McpTestClient

beforeEach(async () => {
  app = await createApp(new URL('..', import.meta.url), { validateResponses: true })
  const registry = new McpRegistry().register(LibraryController)
  agent = new McpTestClient(new McpServer(registry, new McpDispatcher(app.container, app.router)))
})

test('a book that people add is found by agents', async () => {
  const body = JSON.stringify({ title: 'Persuasion' })
  const added = await app.kernel.fetch(
    new Request('http://localhost/books', { method: 'POST', body }),
  )
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
