/** Options for an `HttpError`. */
export interface HttpErrorOptions extends ErrorOptions {
  /** Headers of the response, by name. */
  readonly headers?: Readonly<Record<string, string>>
  /** The `type` of a problem (RFC 9457), a URI. Default: `about:blank`. */
  readonly type?: string
  /** The `title` of a problem. Default: the reason phrase of the status. */
  readonly title?: string
  /** Additional members of a problem. */
  readonly members?: Readonly<Record<string, unknown>>
}

/** Returns the options of an `HttpError`. */
export let optionsOf: (error: HttpError) => HttpErrorOptions

/**
 * An error that becomes a response with its status, from 400 to 599, and by default the body `{ "error": message }`.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly #options: HttpErrorOptions

  constructor(status: number, message: string, options: HttpErrorOptions = {}) {
    if (!(status >= 400 && status <= 599)) {
      throw new RangeError(
        `HttpError takes a status from 400 to 599, not ${status}. Return a reply for other statuses.`,
        { cause: options.cause ?? message },
      )
    }
    super(message, options)
    this.status = status
    this.#options = options
  }

  static {
    optionsOf = (error) => error.#options
  }
}

/**
 * Throws `HttpError` 501 for a `Transfer-Encoding` such as `gzip, chunked`, which is not decoded. Parsers refuse values
 * that do not end with `chunked`.
 */
export function refuseCoding(header: string | undefined): void {
  if (header && /,\s*chunked$/i.test(header)) {
    throw new HttpError(
      501,
      'The request body has a Transfer-Encoding other than chunked. Send it with chunked alone.',
    )
  }
}

export function bodyTooLarge(limit: number): HttpError {
  return new HttpError(413, `The request body is over ${limit} bytes.`)
}

export function bodyTruncated(cause?: unknown): HttpError {
  return new HttpError(400, 'The request ended before its body was complete.', { cause })
}

export function bodyNotUtf8(cause?: unknown): HttpError {
  return new HttpError(400, 'The request body is not valid UTF-8.', { cause })
}
