import {
  isBodiless,
  isResponse,
  isStream,
  Reply,
  type Answer,
  type ReplyBody,
} from '../message/reply.ts'

/** What a HEAD request gets: the answer of GET with its length, and no body. */
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

/** Ends the stream of an answer that nobody will read. */
export function dropBody({ body }: Answer): void {
  // An error of its source is of no use to anybody.
  if (isStream(body)) body.cancel().catch(() => {})
}

function lengthOf(body: ReplyBody): number | undefined {
  if (typeof body === 'string') return new TextEncoder().encode(body).length
  return body instanceof Uint8Array ? body.byteLength : undefined
}
