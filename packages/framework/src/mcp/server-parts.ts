import type { Logger } from '../logging/logger.ts'
import type { McpDispatcher } from './dispatcher.ts'
import type { McpRegistry } from './registry.ts'

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

/** How the server names itself to clients. */
export interface ServerInfo {
  readonly name: string
  readonly version: string
  /** A name for people. */
  readonly title?: string
}
