import {
  isBodiless,
  isResponse,
  isStream,
  Reply,
  type Answer,
  type ReplyBody,
} from '../message/reply.ts'

/** Returns the response to a HEAD request: that of GET with its length, without the body. */
export function withoutBody(answer: Answer): Answer {
  dropBody(answer)
  if (isResponse(answer)) return new Response(null, answer)
  const { status, headers, body } = answer
  if (isBodiless(status)) return new Reply(status, headers, null)
  const length = answer.header('content-length') === undefined ? lengthOf(body) : undefined
  return new Reply(
    status,
    length === undefined ? headers : [...headers, 'content-length', String(length)],
    null,
  )
}

/** Cancels the body of a response that will not be sent. */
export function dropBody({ body }: Answer): void {
  // Errors of the source no longer matter.
  if (isStream(body)) body.cancel().catch(() => {})
}

function lengthOf(body: ReplyBody): number | undefined {
  if (typeof body === 'string') return new TextEncoder().encode(body).length
  return body instanceof Uint8Array ? body.byteLength : undefined
}
