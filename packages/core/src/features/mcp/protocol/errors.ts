import { asClientError } from '../../../http/error-handling/client-error.ts'
import { HttpError } from '../../../http/message/http-error.ts'

/**
 * An error for agents: if a tool or resource throws it, the agent receives its message, as with `HttpError`. Errors
 * that are not meant for clients, and that no error handler formats, are logged and not shown.
 */
export class McpError extends Error {
  override readonly name = 'McpError'
}

/** Returns the message of an error that agents may read; undefined for any other error. */
export function messageForAgents(error: unknown): string | undefined {
  const clientError = asClientError(error, undefined)
  if (!(clientError instanceof McpError || clientError instanceof HttpError)) return undefined
  const message: unknown = clientError.message
  return typeof message === 'string' ? message : undefined
}

/**
 * Thrown if agents could not call a method with `@McpTool`. Detected when the class is registered.
 */
export class InvalidTool extends Error {
  override readonly name = 'InvalidTool'
  /** The method, as `Class.method`. */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}

/** Thrown if a value in `fw.mcp` of package.json is not a string. */
export class InvalidServerText extends Error {
  override readonly name = 'InvalidServerText'

  constructor(key: string) {
    super(
      `"fw.mcp.${key}" in package.json is not a string. Write: "fw": { "mcp": { "${key}": "…" } }.`,
    )
  }
}

/**
 * Thrown if middleware of a tool or resource has no `handleTool`, so it would not run. Detected when the server is
 * created.
 */
export class UnguardedTool extends Error {
  override readonly name = 'UnguardedTool'
  /** The method, as `Class.method`. */
  readonly method: string

  constructor(method: string, at: string, middleware: string) {
    super(
      `${method} (${at}): ${middleware} runs around it but has no handleTool(call, next), so calls by agents would ` +
        `skip ${middleware}. Add handleTool, or remove the middleware here with @Without(${middleware}).`,
    )
    this.method = method
  }
}

/**
 * Thrown if agents could not read the resource of a method with `@McpResource`. Detected when the
 * class is registered.
 */
export class InvalidResource extends Error {
  override readonly name = 'InvalidResource'
  /** The method, as `Class.method`. */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}

/** Thrown if two methods declare the same tool. Detected when the second is registered. */
export class DuplicateTool extends Error {
  override readonly name = 'DuplicateTool'

  constructor(tool: string, first: string, second: string) {
    super(`${second}: the tool "${tool}" already exists: ${first}. Rename one of them.`)
  }
}

/** Thrown if two methods declare the same resource. Detected when the second is registered. */
export class DuplicateResource extends Error {
  override readonly name = 'DuplicateResource'

  constructor(uri: string, first: string, second: string) {
    super(`${second}: the resource "${uri}" already exists: ${first}. Change one uri.`)
  }
}
