import type { Logger } from '../../../base/logging/logger.ts'
import type { FailureMessages } from '../../../http/error-handling/failure-messages.ts'
import type { AgentAccess } from '../calls/agent-access.ts'
import type { McpDispatcher } from '../calls/dispatcher.ts'
import type { McpOperations } from '../calls/operations.ts'
import type { McpRegistry } from '../catalogue/registry.ts'
import type { ServerInfo } from '../protocol/server-info.ts'

/** The objects that all protocol methods of a server use. */
export interface ServerParts {
  readonly registry: McpRegistry
  readonly operations: McpOperations
  readonly dispatcher: McpDispatcher
  readonly access: AgentAccess | undefined
  readonly texts: FailureMessages | undefined
  readonly logger: Logger
  readonly info: ServerInfo
  readonly instructions: string | undefined
  readonly pageSize: number
  readonly ttlMs: number
}
