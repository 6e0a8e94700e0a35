/** A request whose response is an event stream. */
interface EventRequest {
  /** Aborts the signal of the request. */
  abort(): void
}

/** The event streams that a server is sending. Most never end, so their signals are aborted when the server closes. */
export class OpenEvents {
  readonly #requests = new Set<EventRequest>()
  #isClosing = false

  add(request: EventRequest): void {
    if (this.#isClosing) request.abort()
    else this.#requests.add(request)
  }

  delete(request: EventRequest): void {
    this.#requests.delete(request)
  }

  /** Aborts the signals of all open streams, and of streams that begin later. */
  close(): void {
    this.#isClosing = true
    for (const request of this.#requests) request.abort()
    this.#requests.clear()
  }
}
