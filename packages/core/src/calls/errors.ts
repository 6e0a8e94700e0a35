/** A middleware violated its interface while handling a call. */
export class MiddlewareFailed extends Error {
  override readonly name = 'MiddlewareFailed'

  constructor(middleware: string, problem: string) {
    super(`${middleware}.handle ${problem}`)
  }
}
