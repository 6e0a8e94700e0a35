import {
  isBodiless,
  isResponse,
  isStream,
  Reply,
  type ReplyOrResponse,
  type ReplyBody,
} from '../message/reply.ts'

/** Returns the response to a HEAD request: the response to GET without the body, but with its length if it is known. */
export function withoutBody(response: ReplyOrResponse): ReplyOrResponse {
  dropBody(response)
  if (isResponse(response)) return new Response(null, response)
  const { status, headers, body } = response
  if (isBodiless(status)) return new Reply(status, headers, null)
  const length = response.header('content-length') === undefined ? lengthOf(body) : undefined
  return new Reply(
    status,
    length === undefined ? headers : [...headers, 'content-length', String(length)],
    null,
  )
}

/** Cancels the body of a response that will not be sent. */
export function dropBody({ body }: ReplyOrResponse): void {
  // Errors of the stream no longer matter.
  if (isStream(body)) body.cancel().catch(() => {})
}

function lengthOf(body: ReplyBody): number | undefined {
  if (typeof body === 'string') return new TextEncoder().encode(body).length
  return body instanceof Uint8Array ? body.byteLength : undefined
}
