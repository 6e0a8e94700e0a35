/** A method marked with @HealthCheck cannot run, or its name is not unique. Raised at boot. */
export class InvalidHealthCheck extends Error {
  override readonly name = 'InvalidHealthCheck'
  /** `Class.method` */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}
