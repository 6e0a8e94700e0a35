import type { Logger } from '../logging/logger.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { McpDispatcher } from './dispatcher.ts'
import type { Params, ResultMembers } from './json-rpc.ts'
import type { McpRegistry } from './registry.ts'
import type { ServerInfo } from './server-info.ts'

/** Answers one method of the protocol. Throws `MessageRefused`. */
export type Method = (
  params: Params,
  context: MessageContext,
) => ResultMembers | Promise<ResultMembers>

/** What a transport knows about one message. */
export interface MessageContext {
  /** The HTTP request that carries the message; absent over stdio. */
  readonly request?: HttpRequest
  /** Aborted when the caller takes the call back, or closes the connection that the answer would take. */
  signal(): AbortSignal
  /** Opens the way for notifications about the message; absent where none can be sent. */
  openNotifications?(): (text: string) => void
}

/** What the methods of one server share. */
export interface ServerParts {
  readonly registry: McpRegistry
  readonly dispatcher: McpDispatcher
  readonly logger: Logger
  readonly info: ServerInfo
  readonly instructions: string | undefined
  readonly pageSize: number
  readonly ttlMs: number
}
