/** A parameter of a method has no source. Thrown when the class is registered. */
export class UnresolvableParameter extends Error {
  override readonly name = 'UnresolvableParameter'
  /** `Class.method` */
  readonly method: string
  readonly parameter: string

  constructor(
    method: string,
    parameter: string,
    type: string,
    reasons: readonly string[],
    remedy = '',
  ) {
    const last = reasons.at(-1) ?? ''
    const sentence = reasons.length > 1 ? `${reasons.slice(0, -1).join(', ')}, and ${last}` : last
    super(`${method}: cannot fill parameter "${parameter}" (${type}). ${sentence}.${remedy}`)
    this.method = method
    this.parameter = parameter
  }
}
