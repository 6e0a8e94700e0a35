/** A job that a worker is running. The owner of the lease calls `abort` to end the attempt. */
export class HeldJob {
  #reason: Error | undefined
  #controller: AbortController | undefined

  /** The reason why the attempt was aborted; undefined if it was not aborted. */
  get reason(): Error | undefined {
    return this.#reason
  }

  /** The signal of the attempt. It is created on first use, because most jobs do not use it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#reason) this.#controller.abort(this.#reason)
    return this.#controller.signal
  }

  /** Aborts the attempt. Only the first reason is kept. */
  abort(reason: Error): void {
    this.#reason ??= reason
    this.#controller?.abort(this.#reason)
  }
}
