// Written by fw client. Do not edit: its next run overwrites this file

export interface ToolsOptions {
  /** The URL of the server, such as `https://api.example.com/mcp`. */
  readonly url: string
  /** Headers for each request. A function is called before each request. */
  readonly headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>) | undefined
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

export interface ToolOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with progress reports. If it is set, the client requests them. */
  readonly progress?: ((report: ToolProgress) => void) | undefined
  readonly headers?: HeadersInit | undefined
}

export interface ToolProgress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** A part of the content that a tool returns. */
export interface ContentBlock {
  readonly type: string
  readonly text?: string
  readonly [member: string]: unknown
}

/** Thrown if the tool fails, if the server rejects the call, or if no response could be read. */
export declare class ToolError extends Error {
  private constructor()
  readonly tool: string
  /** The HTTP status code; undefined if no response could be read. */
  readonly status?: number
  /** The JSON-RPC error code, if the server rejected the call. */
  readonly code?: number
  readonly data?: unknown
  /** The content that the tool returned, if the tool failed. */
  readonly content?: readonly ContentBlock[]
}

export type Tool<Input, Data> = (input: Input, options?: ToolOptions) => Promise<Data>

export type OptionalTool<Input, Data> = (input?: Input, options?: ToolOptions) => Promise<Data>
