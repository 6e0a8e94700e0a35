import { Container } from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer, reserveStdout, serveStdio } from '@fw/core/mcp'
import { Shop } from './fw-tool.ts'

const output = reserveStdout()
const registry = new McpRegistry().register(Shop)
await serveStdio(new McpServer(registry, new McpDispatcher(new Container().boot())), { output })
