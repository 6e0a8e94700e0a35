/** How far a call has come. */
export interface Progress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** Injected into a tool that declares it as a parameter: tells the caller how far the call has come. */
export class ProgressReporter {
  readonly #send: ((progress: Progress) => void) | undefined
  #last = -Infinity

  /** Without `send`, nobody has asked, and reports go nowhere. */
  constructor(send?: (progress: Progress) => void) {
    this.#send = send
  }

  /**
   * Hands the notification over before it returns. `progress` must grow; a report that does not
   * tell of any is left out.
   */
  report(progress: number, details: { total?: number; message?: string } = {}): void {
    if (!this.#send || !Number.isFinite(progress) || progress <= this.#last) return
    this.#last = progress
    this.#send({ progress, ...details })
  }
}
