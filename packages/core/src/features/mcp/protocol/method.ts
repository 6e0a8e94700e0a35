import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { Principal } from '../../access/principal.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import type { Params, ResultMembers } from './json-rpc.ts'

/** Handles one method of the protocol. Throws `MessageRefused`. */
export type Method = (params: Params, context: MessageContext) => MaybePromise<ResultMembers>

/** The information that a transport has about one message. */
export interface MessageContext {
  /** The HTTP request that carries the message; absent over stdio. */
  readonly request?: HttpRequest
  /** The sender of a message without an HTTP request; undefined if anonymous. */
  readonly caller?: Principal | undefined
  /**
   * True if the response may be a status and a challenge. Over HTTP, this is the case until an event stream has
   * started.
   */
  readonly mayChallenge?: boolean
  /** Returns a signal that is aborted when the caller cancels the call or closes its connection. */
  signal(): AbortSignal
  /** Opens a channel for notifications about the message. Undefined if none can be sent. */
  openNotifications?(): (text: string) => void
}

/** The response to a message. `text` is JSON; undefined if there is no response. */
export interface McpResponse {
  /** The HTTP status. */
  readonly status: number
  readonly text?: string
  /** HTTP headers that challenge the caller. */
  readonly headers?: Readonly<Record<string, string>>
}
