import type { TimedRequest } from '../http/rows.ts'

/** A tool call, and what its result holds in every contestant. */
export interface Exchange {
  readonly message: object
  readonly headers: Readonly<Record<string, string>>
  readonly structuredContent: object
}

const line = (sku: string, quantity: number, price: number) => ({ sku, quantity, price })

const call = {
  name: 'quote',
  arguments: {
    customer: 'Ada Lovelace',
    lines: [line('ABC-1001', 2, 10.5), line('ABC-1002', 1, 99), line('XYZ-2001', 12, 1.25)],
  },
}
const structuredContent = { customer: 'Ada Lovelace', quantity: 15, total: 135 }

export const exchanges: Readonly<Record<string, Exchange>> = {
  modern: {
    message: {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: {
        ...call,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
    headers: {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'quote',
    },
    structuredContent,
  },
  legacy: {
    message: { jsonrpc: '2.0', id: 7, method: 'tools/call', params: call },
    headers: { 'MCP-Protocol-Version': '2025-11-25' },
    structuredContent,
  },
}

export const headers = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
}

/** The same calls as requests of the load generator. */
export const requests: Record<string, TimedRequest> = Object.fromEntries(
  Object.entries(exchanges).map(([era, { message, headers: own }]) => [
    era,
    {
      method: 'POST',
      path: '/mcp',
      headers: { ...headers, ...own },
      body: JSON.stringify(message),
      status: 200,
    },
  ]),
)
