/** Thrown if middleware breaks its contract, for example by calling `next` twice. */
export class MiddlewareFailed extends Error {
  override readonly name = 'MiddlewareFailed'

  constructor(middleware: string, problem: string) {
    super(`${middleware}.handle ${problem}`)
  }
}
