// Written by fw client, and written anew by its next run

export interface ToolsOptions {
  /** Of the server, such as `https://api.example.com/mcp`. */
  readonly url: string
  /** A function is asked before each call. */
  readonly headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>) | undefined
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

export interface ToolOptions {
  readonly signal?: AbortSignal | undefined
  /** Asks for reports, and takes them. */
  readonly progress?: ((report: ToolProgress) => void) | undefined
  readonly headers?: HeadersInit | undefined
}

export interface ToolProgress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** A part of what a tool gives to a model. */
export interface ContentBlock {
  readonly type: string
  readonly text?: string
  readonly [member: string]: unknown
}

/** What a failed call throws: the tool says so, the server refuses it, or no answer came. */
export declare class ToolError extends Error {
  private constructor()
  readonly tool: string
  /** Undefined where no answer came. */
  readonly status?: number
  /** That of JSON-RPC, where the server has refused the call. */
  readonly code?: number
  readonly data?: unknown
  /** What the tool has said, where it has failed. */
  readonly content?: readonly ContentBlock[]
}

export type Tool<Input, Data> = (input: Input, options?: ToolOptions) => Promise<Data>

export type OptionalTool<Input, Data> = (input?: Input, options?: ToolOptions) => Promise<Data>
