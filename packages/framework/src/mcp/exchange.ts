import type { IncomingRequest } from '../message/incoming-request.ts'

/** One message on its way through a transport. */
export interface Exchange {
  /** The HTTP request that carries the message; absent over stdio. */
  readonly request?: IncomingRequest
  /** Aborted when the caller takes the call back, or closes the connection that the answer would take. */
  signal(): AbortSignal
  /** Opens the way for notifications about the message; absent where none can be sent. */
  openNotifications?(): (text: string) => void
}
