/** Thrown anywhere, it becomes a response with this status, from 400 to 599, and the body `{ "error": message }`. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    if (!(status >= 400 && status <= 599)) {
      throw new RangeError(
        `HttpError takes a status from 400 to 599, and ${status} is none. Return a reply for another one.`,
        { cause: options?.cause ?? message },
      )
    }
    super(message, options)
    this.status = status
  }
}
