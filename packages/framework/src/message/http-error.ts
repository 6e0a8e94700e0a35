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

export function bodyTooLarge(limit: number): HttpError {
  return new HttpError(413, `The request body is over ${limit} bytes.`)
}

export function bodyTruncated(): HttpError {
  return new HttpError(400, 'The request ended before its body was complete.')
}

export function bodyNotUtf8(cause?: unknown): HttpError {
  return new HttpError(400, 'The request body is not valid UTF-8.', { cause })
}
