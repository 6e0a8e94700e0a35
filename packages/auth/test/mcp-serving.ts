import {
  Authentication,
  Config,
  Container,
  Kernel,
  Logger,
  Router,
  type AuthenticationOptions,
  type Class,
} from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { FullLog, startKernel } from '../../core/test/features/access/guarded.ts'

export const publicUrl = 'https://api.example.com'

export interface McpKernelOptions extends AuthenticationOptions {
  readonly config?: Record<string, string>
  readonly allowedHosts?: readonly string[]
}

/** A kernel that serves the routes and tools of some classes, and its server. */
export function createMcpKernel(
  types: readonly Class[],
  { config = { FW_PUBLIC_URL: publicUrl }, allowedHosts = [], ...options }: McpKernelOptions,
) {
  const log = new FullLog()
  const container = new Container()
    .instance(Config, Config.of(config))
    .instance(Logger, log)
    .instance(Authentication, new Authentication(options))
    .boot()
  const router = new Router()
  const tools = new McpRegistry()
  for (const type of types) {
    router.register(type)
    tools.register(type)
  }
  const info = { name: 'orders', version: '1' }
  const mcp = new McpServer(tools, new McpDispatcher(container, router), {
    info,
    logger: log,
    pageSize: 2,
    allowedHosts,
  })
  return { kernel: new Kernel(container, router, { mcp, root: import.meta.dirname }), mcp, log }
}

export const protocolVersions = ['2025-03-26', '2025-11-25', '2026-07-28'] as const
export type ProtocolVersion = (typeof protocolVersions)[number]

/** A message in the format of a protocol version. */
export function messageOf(
  version: ProtocolVersion,
  method: string,
  params: object = {},
  id = 1,
): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const fullParams = version === '2026-07-28' ? { ...params, _meta } : params
  return { jsonrpc: '2.0', id, method, params: fullParams }
}

/** The response to a message. */
export interface McpReply {
  readonly status: number
  readonly challenge: string | null
  readonly headers: Headers
  readonly body: ReturnType<typeof JSON.parse>
}

export type Send = (
  token: string | undefined,
  method: string,
  params?: Record<string, unknown>,
  headers?: Record<string, string>,
) => Promise<McpReply>

/** Returns a function that sends messages of a protocol version to a kernel over a socket, until the test ends. */
export async function createSender(kernel: Kernel, version: ProtocolVersion): Promise<Send> {
  const ask = await startKernel(kernel)
  return async (token, method, params = {}, headers = {}) => {
    const resourceName = params['name'] ?? params['uri']
    const response = await ask('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        ...(version === '2026-07-28' && { 'mcp-method': method }),
        ...(version === '2026-07-28' &&
          typeof resourceName === 'string' && { 'mcp-name': resourceName }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify(messageOf(version, method, params)),
    })
    return read(response)
  }
}

async function read(response: Response): Promise<McpReply> {
  const { status, headers } = response
  const text = await response.text()
  const body = text === '' ? undefined : JSON.parse(text)
  return { status, headers, challenge: headers.get('www-authenticate'), body }
}
