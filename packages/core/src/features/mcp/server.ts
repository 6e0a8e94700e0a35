import type { Authentication } from '../access/authentication.ts'
import { JsonLogger, type Logger } from '../../base/logging/logger.ts'
import type { Handler } from '../../http/message/handler.ts'
import type { McpDispatcher } from './calls/dispatcher.ts'
import { McpOperations } from './calls/operations.ts'
import type { McpRegistry } from './catalogue/registry.ts'
import { MessageHandler } from './messages/message-handler.ts'
import { readServerTexts, type ServerInfo } from './protocol/server-info.ts'
import { createMcpEndpoint, type Limits } from './transports/http.ts'

/** The description, authentication and limits of a server. */
export interface McpServerOptions {
  /** The authentication of callers. Default: the registered `Authentication`. */
  readonly authentication?: Authentication
  /**
   * True if validation errors also include code and parameters, like the kernel option of the same name. Default:
   * `FW_ERROR_DETAILS`, else false.
   */
  readonly errorDetails?: boolean
  /** The logger for errors that agents do not see. Default: a silent logger. */
  readonly logger?: Logger
  /** The name and version of the server. Default: read from the package.json of the working directory. */
  readonly info?: ServerInfo
  /** Instructions for agents that use the server. */
  readonly instructions?: string
  /** The number of tools or resources on one page of a list. Default: 100. */
  readonly pageSize?: number
  /** The time for which clients may cache lists, in milliseconds. Default: one minute. */
  readonly ttlMs?: number
  /** The maximum number of bytes in a response; a batch counts as one response. Default: 64 MiB. */
  readonly maxAnswerBytes?: number
  /**
   * Hosts, such as `api.example.com` or `localhost:8080`, that are allowed in the headers `Host` and `Origin`, in
   * addition to localhost. Others are rejected, so that a web page cannot access a server on its visitor's machine.
   */
  readonly allowedHosts?: readonly string[]
}

/** An MCP server for all protocol versions, independent of the transport. */
export class McpServer extends MessageHandler {
  readonly allowedHosts: readonly string[]

  /**
   * Throws if the class of a tool or resource cannot be built, or if its access rules are invalid.
   */
  constructor(registry: McpRegistry, dispatcher: McpDispatcher, options: McpServerOptions = {}) {
    const info = options.info ?? readServerTexts(process.cwd()).info
    const allowedHosts = (options.allowedHosts ?? []).map((host) => host.toLowerCase())
    const access = dispatcher.access(info.name, allowedHosts, options.authentication)
    const parts = {
      operations: new McpOperations(registry, dispatcher, access),
      access,
      registry,
      dispatcher,
      texts: dispatcher.texts(options.errorDetails),
      logger: options.logger ?? new JsonLogger({ level: 'silent' }),
      info,
      instructions: options.instructions,
      pageSize: options.pageSize ?? 100,
      ttlMs: options.ttlMs ?? 60_000,
    }
    super(parts, options.maxAnswerBytes ?? 64 * 1024 * 1024)
    this.allowedHosts = allowedHosts
  }

  /** Returns the endpoint of `/mcp`. */
  endpoint(limits: Limits): Handler {
    return createMcpEndpoint(this, this.allowedHosts, limits)
  }
}
