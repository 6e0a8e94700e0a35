import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Answer } from '../../http/to-reply.ts'
import type { Reply, ReplyBody } from '../../responses/reply.ts'

/** Writes an answer to a `node:http` response. The promise, if any, settles when a stream has ended. */
export function writeAnswer(response: ServerResponse, answer: Answer): void | Promise<void> {
  if (answer instanceof Response) return writeResponse(response, answer)
  return writeReply(response, answer)
}

function writeReply(response: ServerResponse, reply: Reply): void | Promise<void> {
  const { status, headers, body } = reply
  if (body instanceof ReadableStream) {
    response.writeHead(status, headers as string[])
    return pipeBody(response, body)
  }
  response.writeHead(status, withLength(status, headers, body))
  response.end(body ?? undefined)
}

function withLength(
  status: number,
  headers: readonly string[],
  body: Exclude<ReplyBody, ReadableStream>,
): string[] {
  if (body === null) {
    // 204 and 304 must not declare a length.
    return status === 204 || status === 304 || headers.includes('content-length')
      ? (headers as string[])
      : [...headers, 'content-length', '0']
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  return [...headers, 'content-length', String(length)]
}

async function writeResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, [...answer.headers].flat())
  if (answer.body) await pipeBody(response, answer.body)
  else response.end()
}

/** A client that leaves cancels the stream; a stream that fails cuts the connection. */
async function pipeBody(response: ServerResponse, body: ReadableStream<Uint8Array>): Promise<void> {
  response.flushHeaders()
  await pipeline(Readable.fromWeb(body as never), response)
}
