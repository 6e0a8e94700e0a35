import { jwt } from '@fw/auth'
import { Authentication, Container, Kernel, Router } from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { serve } from '@fw/core/node'
import { Shop } from '../../mcp/contestants/fw-tool.ts'
import { address, audience, credentials, issuer } from '../credentials.ts'

const authentication = new Authentication({
  schemes: { token: jwt({ issuer, audience, keys: credentials.keySet }) },
  mcp: { audience },
})
const container = new Container().instance(Authentication, authentication).boot()
const mcp = new McpServer(new McpRegistry().register(Shop), new McpDispatcher(container))
await serve(new Kernel(container, new Router(), { mcp }), address)
