import { isPromise } from '../../base/platform/maybe-promise.ts'

/** Information about the end of a response. */
export interface Sent {
  /** The status; 0 if the client disconnected before there was a response. */
  readonly status: number
  /** The number of bytes of the body that were passed to the connection. */
  readonly bytes: number
  /** True if the response is incomplete: the client disconnected, or the body failed. */
  readonly aborted: boolean
}

/** Called when a response has ended. */
export type SentListener = (sent: Sent) => unknown

/** An observer of a request, which is notified of the end before all listeners. */
export interface RequestOperation {
  end(sent: Sent): void
}

/** The operation and the listeners that are notified when a response ends. */
interface SentObservers {
  readonly operation: RequestOperation | undefined
  readonly listeners: SentListener[] | undefined
}

/** Calls the operation and each listener once. Errors are passed to `report`. */
export function notifySent(
  { operation, listeners }: SentObservers,
  sent: Sent,
  report: (error: unknown) => void,
): void {
  try {
    operation?.end(sent)
  } catch (error) {
    report(error)
  }
  for (const listener of listeners?.splice(0) ?? []) {
    try {
      const result = listener(sent)
      if (isPromise(result)) result.catch(report)
    } catch (error) {
      report(error)
    }
  }
}
