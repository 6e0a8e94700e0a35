/** A request that a series of events answers. */
interface Answered {
  /** Aborts the signal of the request. */
  abort(): void
}

/** The series of events that a server is sending. Most have no end, so a server that closes aborts their signals. */
export class OpenEvents {
  readonly #requests = new Set<Answered>()
  #isClosing = false

  add(request: Answered): void {
    if (this.#isClosing) request.abort()
    else this.#requests.add(request)
  }

  delete(request: Answered): void {
    this.#requests.delete(request)
  }

  /** Aborts the signals of all series that are open, and of those that begin from now on. */
  close(): void {
    this.#isClosing = true
    for (const request of this.#requests) request.abort()
    this.#requests.clear()
  }
}
