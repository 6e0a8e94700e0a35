import type { Principal } from '../../features/access/principal.ts'
import type { MessageContext } from '../../features/mcp/protocol/method.ts'
import type { Progress } from '../../features/mcp/protocol/progress-reporter.ts'
import type { McpServer } from '../../features/mcp/server.ts'

/** The protocol versions and the caller of a test client. */
export interface McpTestClientOptions {
  /**
   * The protocol versions that the client speaks: `legacy` for versions that begin with `initialize`, `modern` for
   * later ones. Default: `modern`.
   */
  readonly era?: 'modern' | 'legacy'
  /**
   * The caller. Default: a local caller without scopes and roles. Authentication is skipped, but access rules apply.
   */
  readonly as?: Principal
}

/** Options for one call. */
export interface CallToolOptions {
  /** Called with progress reports. If it is set, the client requests them. */
  readonly onProgress?: (progress: Progress) => void
  /** Cancels the call. */
  readonly signal?: AbortSignal
}

/** The result of a tool. */
export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly [member: string]: unknown }[]
  readonly structuredContent?: unknown
  readonly isError: boolean
}

/** The content of a resource: a string, or bytes as base64. */
export interface ResourceContents {
  readonly uri: string
  readonly mimeType: string
  readonly text?: string
  /** The content as base64, if it is binary. */
  readonly blob?: string
}

type Json = Record<string, unknown>

/** Thrown if the server responds with an error. */
export class McpRequestFailed extends Error {
  override readonly name = 'McpRequestFailed'
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A client for an MCP server in the same process. It sends and receives real protocol messages. */
export class McpTestClient {
  readonly #server: McpServer
  readonly #meta: Json
  readonly #caller: Principal | undefined
  #lastId = 0

  constructor(server: McpServer, { era = 'modern', as }: McpTestClientOptions = {}) {
    this.#server = server
    this.#caller = as
    this.#meta =
      era === 'legacy'
        ? {}
        : {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {},
          }
  }

  /** Returns all tools, as the server describes them. */
  listTools(): Promise<Json[]> {
    return this.#listAll('tools/list', 'tools')
  }

  listResources(): Promise<Json[]> {
    return this.#listAll('resources/list', 'resources')
  }

  listResourceTemplates(): Promise<Json[]> {
    return this.#listAll('resources/templates/list', 'resourceTemplates')
  }

  async readResource(uri: string): Promise<readonly ResourceContents[]> {
    const { contents } = await this.request('resources/read', { uri })
    return contents as ResourceContents[]
  }

  async callTool(
    name: string,
    args: Json = {},
    options: CallToolOptions = {},
  ): Promise<ToolResult> {
    const result = await this.request('tools/call', { name, arguments: args }, options)
    return result as unknown as ToolResult
  }

  /** Sends one request and resolves to its result. Rejects with `McpRequestFailed`. */
  async request(method: string, params: Json = {}, options: CallToolOptions = {}): Promise<Json> {
    const { onProgress, signal = new AbortController().signal } = options
    this.#lastId += 1
    const token = onProgress ? { progressToken: this.#lastId } : {}
    const _meta = { ...this.#meta, ...token }
    const message = { jsonrpc: '2.0', id: this.#lastId, method, params: { ...params, _meta } }
    const context: MessageContext = {
      caller: this.#caller,
      signal: () => signal,
      openNotifications: () => (text) => onProgress?.(readProgress(text)),
    }
    const { text } = await this.#server.receive(JSON.parse(JSON.stringify(message)), context)
    const { result, error } = JSON.parse(text as string)
    if (error) throw new McpRequestFailed(error)
    return result
  }

  async #listAll(method: string, member: string): Promise<Json[]> {
    const items: Json[] = []
    let cursor: unknown
    do {
      const page = await this.request(method, cursor === undefined ? {} : { cursor })
      items.push(...(page[member] as Json[]))
      cursor = page['nextCursor']
    } while (cursor !== undefined)
    return items
  }
}

function readProgress(text: string): Progress {
  const { progressToken: _, ...progress } = JSON.parse(text).params
  return progress
}
