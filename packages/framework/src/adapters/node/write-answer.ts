import { Buffer } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import type { Answer } from '../../http/to-reply.ts'
import { isStream } from '../../responses/is-stream.ts'
import { jsonHeaders } from '../../responses/json-headers.ts'
import { isBodiless, Reply } from '../../responses/reply.ts'
import { writeStream } from './write-stream.ts'

/**
 * Writes an answer to a `node:http` response. The promise, if any, settles when a stream has ended.
 * Throws, and has sent nothing, where a status or header cannot be sent.
 */
export function writeAnswer(response: ServerResponse, answer: Answer): void | Promise<void> {
  return answer instanceof Reply ? writeReply(response, answer) : writeResponse(response, answer)
}

function writeReply(response: ServerResponse, reply: Reply): void | Promise<void> {
  const { status, headers, body } = reply
  if (isStream(body)) {
    response.writeHead(status, headers as string[])
    return writeStream(response, body)
  }
  if (body === null || isBodiless(status)) {
    response.writeHead(status, withoutContent(reply) as string[])
    response.end()
    return
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  response.writeHead(
    status,
    headers === jsonHeaders
      ? ['content-type', 'application/json', 'content-length', length]
      : [...reply.withoutHeader('content-length').headers, 'content-length', length],
  )
  response.end(body)
}

/** The headers of a reply without a body. Where it could have had one, its length is 0 unless it says more. */
function withoutContent(reply: Reply): readonly string[] {
  const { status, headers } = reply
  if (isBodiless(status) || reply.header('content-length') !== undefined) return headers
  return [...headers, 'content-length', '0']
}

function writeResponse(response: ServerResponse, answer: Response): void | Promise<void> {
  response.writeHead(answer.status, [...answer.headers].flat())
  if (answer.body) return writeStream(response, answer.body)
  response.end()
}
