import { Container, Kernel, Router } from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { serve } from '@fw/core/node'
import { Shop } from './fw-tool.ts'

const container = new Container().boot()
const mcp = new McpServer(new McpRegistry().register(Shop), new McpDispatcher(container))
await serve(new Kernel(container, new Router(), { mcp }), {
  port: Number(process.env.PORT),
  host: '127.0.0.1',
})
