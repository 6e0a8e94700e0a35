// #region shown
import { Container } from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { Library } from './src/library.ts'

const registry = new McpRegistry().register(Library)
const dispatcher = new McpDispatcher(new Container().boot())
const server = new McpServer(registry, dispatcher)
const client = new McpTestClient(server)

const { structuredContent } = await client.callTool('find_books', {
  title: 'Emma',
})
console.log(structuredContent)
// { total: 1, books: [ { id: 1, title: 'Emma', copies: 2 } ] }

const [book] = await client.readResource('library://books/2')
console.log(book?.text) // {"id":2,"title":"Middlemarch","copies":0}
// #endregion

export { book, structuredContent }
