import { asClientError } from '../../../http/error-handling/unfit-value.ts'
import { HttpError } from '../../../http/message/http-error.ts'

/**
 * An error for agents: if a tool or resource throws it, the agent reads its message. Other errors are logged and not shown.
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

/** A method marked @McpTool cannot be called. Raised when the class is registered. */
export class InvalidTool extends Error {
  override readonly name = 'InvalidTool'
  /** `Class.method` */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}

/** A value of `fw.mcp` in the package.json of an application is not a string. */
export class InvalidServerText extends Error {
  override readonly name = 'InvalidServerText'

  constructor(key: string) {
    super(
      `"fw.mcp.${key}" in package.json is not a string. Write: "fw": { "mcp": { "${key}": "…" } }.`,
    )
  }
}

/** A middleware of a tool or resource has no `handleTool`, so it would not run. Raised when the server is created. */
export class UnguardedTool extends Error {
  override readonly name = 'UnguardedTool'
  /** `Class.method` */
  readonly method: string

  constructor(method: string, at: string, middleware: string) {
    super(
      `${method} (${at}): ${middleware} runs around it but has no handleTool(call, next), so tool calls would ` +
        `skip it. Add the method, or remove the middleware here with @Without(${middleware}).`,
    )
    this.method = method
  }
}

/** A method marked @McpResource cannot be read. Raised when the class is registered. */
export class InvalidResource extends Error {
  override readonly name = 'InvalidResource'
  /** `Class.method` */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}

/** Two methods declare the same tool. Raised when the second is registered. */
export class DuplicateTool extends Error {
  override readonly name = 'DuplicateTool'

  constructor(tool: string, first: string, second: string) {
    super(`${second}: the tool "${tool}" already exists: ${first}. Rename one of them.`)
  }
}

/** Two methods declare the same resource. Raised when the second is registered. */
export class DuplicateResource extends Error {
  override readonly name = 'DuplicateResource'

  constructor(uri: string, first: string, second: string) {
    super(`${second}: the resource "${uri}" already exists: ${first}. Change one uri.`)
  }
}
