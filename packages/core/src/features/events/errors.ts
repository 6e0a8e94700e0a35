/** Thrown if a method marked with `@Listener()` cannot receive events. Detected when the class is registered. */
export class InvalidListener extends Error {
  override readonly name = 'InvalidListener'
  /** The method, as `Class.method`. */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}
