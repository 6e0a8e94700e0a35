import { serve } from '@hono/node-server'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { createServer } from './official-server.ts'

const handler = createMcpHandler(createServer)
serve({
  fetch: (request) => handler.fetch(request),
  port: Number(process.env.PORT),
  hostname: '127.0.0.1',
})
