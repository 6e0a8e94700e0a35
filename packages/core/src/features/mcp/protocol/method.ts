import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { Principal } from '../../access/principal.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import type { Params, ResultMembers } from './json-rpc.ts'

/** Handles one protocol method. Throws `MessageRefused`. */
export type Method = (params: Params, context: MessageContext) => MaybePromise<ResultMembers>

/** The information about a message that its transport provides. */
export interface MessageContext {
  /** The HTTP request that carries the message; absent over stdio. */
  readonly request?: HttpRequest
  /** The sender of a message without an HTTP request; undefined for a local caller without scopes and roles. */
  readonly caller?: Principal | undefined
  /**
   * True if the response may be a status with a challenge. Over HTTP, this is possible until an event stream has
   * started.
   */
  readonly mayChallenge?: boolean
  /** Returns a signal that is aborted when the caller cancels the call or closes its connection. */
  signal(): AbortSignal
  /** Opens a channel for notifications about the message. Undefined if they cannot be sent. */
  openNotifications?(): (text: string) => void
}

/** The response to a message. `text` is JSON; undefined if there is no response. */
export interface McpResponse {
  /** The HTTP status. */
  readonly status: number
  readonly text?: string
  /** HTTP headers with a challenge. */
  readonly headers?: Readonly<Record<string, string>>
}
