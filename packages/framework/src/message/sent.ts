/** How the answer to a request ended. */
export interface Sent {
  /** 0 where the client left before there was an answer. */
  readonly status: number
  /** Of the body, as many as were handed to the connection. */
  readonly bytes: number
  /** Whether it ended before it was complete: the client left, or the body failed. */
  readonly aborted: boolean
}

/** Is called when an answer has ended. */
export type SentListener = (sent: Sent) => unknown

/** Calls all listeners, once. `report` is told what one throws, or rejects with. */
export function tellListeners(
  listeners: SentListener[],
  sent: Sent,
  report: (error: unknown) => void,
): void {
  for (const listener of listeners.splice(0)) {
    try {
      const given = listener(sent)
      if (given instanceof Promise) given.catch(report)
    } catch (error) {
      report(error)
    }
  }
}
