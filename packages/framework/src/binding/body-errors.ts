import { HttpError } from './http-error.ts'

export function bodyTooLarge(limit: number): HttpError {
  return new HttpError(413, `The request body is over ${limit} bytes.`)
}

export function bodyTruncated(): HttpError {
  return new HttpError(400, 'The request ended before its body was complete.')
}

export function bodyNotUtf8(cause?: unknown): HttpError {
  return new HttpError(400, 'The request body is not valid UTF-8.', { cause })
}
