/**
 * Thrown if a method parameter cannot be bound, for example because it has no source. Detected when the class is
 * registered.
 */
export class UnresolvableParameter extends Error {
  override readonly name = 'UnresolvableParameter'
  /** The method, as `Class.method`. */
  readonly method: string
  readonly parameter: string

  constructor(method: string, parameter: string, type: string, problem: string, remedy: string) {
    super(`${method}: parameter "${parameter}" (${type}) ${problem}. ${remedy}`)
    this.method = method
    this.parameter = parameter
  }
}
