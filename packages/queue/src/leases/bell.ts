/** Wakes one waiter. A ring that nobody waits for is heard by the next one who does. */
export class Bell {
  #wake: (() => void) | undefined
  #hasRung = false

  readonly ring = (): void => {
    this.#hasRung = true
    this.#wake?.()
  }

  /** Resolves at the next ring, or after a time in milliseconds. */
  async wait(milliseconds?: number): Promise<void> {
    if (!this.#hasRung) {
      await new Promise<void>((resolve) => {
        const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#wake = undefined
    this.#hasRung = false
  }
}
