/**
 * An event that wakes one waiter and then resets. If no waiter exists when it is set, the next `wait` returns
 * immediately.
 */
export class AutoResetEvent {
  #wake: (() => void) | undefined
  #isSet = false

  readonly set = (): void => {
    this.#isSet = true
    this.#wake?.()
  }

  /** Resolves when the event is set, or after a time in milliseconds. */
  async wait(milliseconds?: number): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#wake = undefined
    this.#isSet = false
  }
}
