import { Reply, type ReplyBody } from '../responses/reply.ts'
import type { Answer } from './to-reply.ts'

/** What a HEAD request gets: the answer of GET with its length, and no body. */
export function withoutBody(answer: Answer): Answer {
  if (answer instanceof Response) {
    void answer.body?.cancel()
    return new Response(null, answer)
  }
  const { status, headers, body } = answer
  if (body instanceof ReadableStream) void body.cancel()
  const length = answer.header('content-length') === undefined ? lengthOf(body) : undefined
  return new Reply(
    status,
    length === undefined ? headers : [...headers, 'content-length', String(length)],
    null,
  )
}

function lengthOf(body: ReplyBody): number | undefined {
  if (typeof body === 'string') return new TextEncoder().encode(body).length
  return body instanceof Uint8Array ? body.byteLength : undefined
}
