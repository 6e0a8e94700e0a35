/** A parameter of a method has no source, or cannot be read from it. Thrown when the class is registered. */
export class UnresolvableParameter extends Error {
  override readonly name = 'UnresolvableParameter'
  /** `Class.method` */
  readonly method: string
  readonly parameter: string

  constructor(method: string, parameter: string, type: string, problem: string, remedy: string) {
    super(`${method}: parameter "${parameter}" (${type}) ${problem}. ${remedy}`)
    this.method = method
    this.parameter = parameter
  }
}
