import { Container, Kernel, Router } from '@fw/core'
import {
  DocsResource,
  McpDispatcher,
  McpRegistry,
  McpServer,
} from '@fw/core/mcp'
import { Library } from './src/library.ts'

const registry = new McpRegistry()
  .register(Library)
  .register(DocsResource)
const container = new Container().boot()
const mcp = new McpServer(registry, new McpDispatcher(container), {
  info: { name: 'library', version: '1.0.0' },
  instructions: 'Ask for a title before lending.',
  allowedHosts: ['library.example.com'],
})

export const kernel = new Kernel(container, new Router(), { mcp })
