import { Container, Kernel, Router, type Class } from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer, type McpServerOptions } from '@fw/core/mcp'

/** A server of the tools and resources of some classes. */
export function serverOf(classes: readonly Class[], options?: McpServerOptions): McpServer {
  const registry = new McpRegistry()
  for (const type of classes) registry.register(type)
  return new McpServer(registry, new McpDispatcher(new Container().boot()), options)
}

export function kernelOf(classes: readonly Class[], options?: McpServerOptions): Kernel {
  const mcp = serverOf(classes, options)
  return new Kernel(new Container().boot(), new Router(), { mcp })
}

/** The requests of an HTTP client of the legacy era. */
export function legacyPost(message: unknown, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })
}

export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

interface Call {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** A complete request of the modern era, as a message. */
export function modernMessage({ method, params = {} }: Call, id: number | string = 1) {
  const _meta = { ...modernMeta, ...(params['_meta'] as object | undefined) }
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta } }
}

/** A complete request of the modern era, with the headers that repeat its body. */
export function modernPost(call: Call, headers: Record<string, string> = {}): Request {
  const { name, uri } = call.params ?? {}
  const named = name ?? uri
  return legacyPost(modernMessage(call), {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': call.method,
    ...(typeof named === 'string' ? { 'mcp-name': named } : {}),
    ...headers,
  })
}

/** Any response: tests inspect it, and do not declare it. */
export type Json = ReturnType<typeof JSON.parse>
