import type { IncomingRequest } from '../binding/incoming-request.ts'

/** One message on its way through a transport. */
export interface Exchange {
  /** The HTTP request that carries the message; absent over stdio. */
  readonly request?: IncomingRequest
  /**
   * Aborted when the caller takes the call back. A connection that closes takes back what it
   * carried where `closingCancels`, as the modern era says and the legacy one forbids.
   */
  signal(closingCancels: boolean): AbortSignal
  /** Opens the way for notifications about the message; absent where none can be sent. */
  openNotifications?(): (text: string) => void
}
