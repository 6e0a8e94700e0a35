import { jwt } from '@fw/auth'
import { Authentication, Container, Kernel, McpTool, MinLength, Router, Scopes } from 'fw'
import { McpDispatcher, McpRegistry, McpServer } from 'fw/mcp'
import { serve } from 'fw/node'
import { Line, Quote } from '../../mcp/contestants/fw-tool.ts'
import { quote } from '../../mcp/contestants/quote.ts'
import { address, audience, credentials, issuer } from '../credentials.ts'

class Shop {
  @McpTool('quote', 'Tells what an order costs.')
  @Scopes('orders:read')
  quote(@MinLength(2) customer: string, lines: Line[]): Quote {
    const { quantity, total } = quote(customer, lines)
    return new Quote(customer, quantity, total)
  }
}

const authentication = new Authentication({
  schemes: { token: jwt({ issuer, audience, keys: credentials.keySet }) },
  mcp: { audience },
})
const container = new Container().instance(Authentication, authentication).boot()
const mcp = new McpServer(new McpRegistry().register(Shop), new McpDispatcher(container))
await serve(new Kernel(container, new Router(), { mcp }), address)
