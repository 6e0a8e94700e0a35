import type { Logger } from '../logging/logger.ts'
import type { McpDispatcher } from './dispatcher.ts'
import type { McpRegistry } from './registry.ts'
import type { ServerInfo } from './server-info.ts'

/** What the eras of one server share. */
export interface ServerParts {
  readonly registry: McpRegistry
  readonly dispatcher: McpDispatcher
  readonly logger: Logger
  readonly info: ServerInfo
  readonly instructions: string | undefined
  readonly pageSize: number
  readonly ttlMs: number
}
