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

/** What sees a request to its end, ahead of all listeners. */
export interface RequestOperation {
  end(sent: Sent): void
}

/** Those who wait for the end of an answer. */
interface Waiting {
  readonly operation: RequestOperation | undefined
  readonly listeners: SentListener[] | undefined
}

/** Calls what sees the request, and all listeners, these once. `report` is told what one throws, or rejects with. */
export function tellSent(
  { operation, listeners }: Waiting,
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
      const given = listener(sent)
      if (given instanceof Promise) given.catch(report)
    } catch (error) {
      report(error)
    }
  }
}
