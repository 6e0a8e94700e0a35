/**
 * Thrown if a method marked with `@HealthCheck` cannot run, or if the name of its check is not unique. Detected at
 * boot.
 */
export class InvalidHealthCheck extends Error {
  override readonly name = 'InvalidHealthCheck'
  /** The method, as `Class.method`. */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}
