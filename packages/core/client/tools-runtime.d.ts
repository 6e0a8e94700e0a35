// Written by fw client. Do not edit: its next run overwrites this file

export interface ToolsOptions {
  /** The URL of the server, such as `https://api.example.com/mcp`. */
  readonly url: string
  /** A function is called before each call. */
  readonly headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>) | undefined
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

export interface ToolOptions {
  readonly signal?: AbortSignal | undefined
  /** Receives progress reports, and requests them. */
  readonly progress?: ((report: ToolProgress) => void) | undefined
  readonly headers?: HeadersInit | undefined
}

export interface ToolProgress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** A part of the result of a tool. */
export interface ContentBlock {
  readonly type: string
  readonly text?: string
  readonly [member: string]: unknown
}

/** The error of a failed call: the tool failed, the server refused it, or there was no response. */
export declare class ToolError extends Error {
  private constructor()
  readonly tool: string
  /** Undefined if there was no response. */
  readonly status?: number
  /** The code of JSON-RPC, if the server refused the call. */
  readonly code?: number
  readonly data?: unknown
  /** The result of the tool, if it failed. */
  readonly content?: readonly ContentBlock[]
}

export type Tool<Input, Data> = (input: Input, options?: ToolOptions) => Promise<Data>

export type OptionalTool<Input, Data> = (input?: Input, options?: ToolOptions) => Promise<Data>
