import type { Principal } from '../access/principal.ts'
import type { MessageContext } from '../mcp/method.ts'
import type { Progress } from '../mcp/progress-reporter.ts'
import type { McpServer } from '../mcp/server.ts'

/** Who calls. */
export interface McpTestClientOptions {
  /** The era whose messages the client sends; `modern` when left out. */
  readonly era?: 'modern' | 'legacy'
  /** Who calls; somebody who holds nothing when left out. Schemes are skipped, requirements are not. */
  readonly as?: Principal
}

/** Progress and cancelling of one call. */
export interface CallToolOptions {
  /** Asks for progress. */
  readonly onProgress?: (progress: Progress) => void
  /** Cancels the call. */
  readonly signal?: AbortSignal
}

/** What a tool has answered. */
export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly [member: string]: unknown }[]
  readonly structuredContent?: unknown
  readonly isError: boolean
}

/** What a resource holds: text, or bytes as base64. */
export interface ResourceContents {
  readonly uri: string
  readonly mimeType: string
  readonly text?: string
  /** Bytes in base64. */
  readonly blob?: string
}

type Json = Record<string, unknown>

/** The server answered with an error. */
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

/** Talks to an MCP server in the same process, with the messages of the protocol. */
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

  /** All tools, as the server describes them. */
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

  /** Sends one request and gives its result. Rejects with `McpRequestFailed`. */
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
