/** A job while a worker runs it. Whoever holds its lease says through it that the attempt should end. */
export class HeldJob {
  #reason: Error | undefined
  #controller: AbortController | undefined

  /** Why the attempt should end; undefined while it need not. */
  get reason(): Error | undefined {
    return this.#reason
  }

  /** Made when it is first asked for: most jobs take none. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#reason) this.#controller.abort(this.#reason)
    return this.#controller.signal
  }

  /** The first reason counts. */
  abort(reason: Error): void {
    this.#reason ??= reason
    this.#controller?.abort(this.#reason)
  }
}
