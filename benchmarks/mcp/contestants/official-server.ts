import { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { quote } from './quote.ts'

// Built once: only the server itself has to be new for each request.
const inputSchema = z.object({
  customer: z.string().min(2),
  lines: z.array(
    z.object({
      sku: z.string().regex(/^[A-Z]{3}-\d{4}$/),
      quantity: z.int().positive(),
      price: z.number(),
    }),
  ),
})
const outputSchema = z.object({ customer: z.string(), quantity: z.int(), total: z.number() })

export function createServer(): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.0.0' })
  const description = 'Tells what an order costs.'
  server.registerTool('quote', { description, inputSchema, outputSchema }, (given) => {
    const structuredContent = quote(given.customer, given.lines)
    const text = JSON.stringify(structuredContent)
    return { content: [{ type: 'text', text }], structuredContent }
  })
  return server
}
