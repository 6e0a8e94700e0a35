import { Buffer } from 'node:buffer'
import { dropBody } from '../../responses/without-body.ts'
import { isBodiless, isStream, jsonHeaders, Reply, type Answer } from '../../message/reply.ts'
import { DeclaredLength, withoutFraming } from '../../responses/declared-length.ts'
import type { NodeRequest } from './node-request.ts'
import { writeStream } from './write-stream.ts'

/**
 * Writes the answer to a request of `node:http`. The promise, if any, settles when a stream has ended.
 * Throws, and has sent nothing, where a status or header cannot be sent.
 */
export function writeAnswer(request: NodeRequest, answer: Answer): void | Promise<void> {
  const { status, body } = answer
  if (body === null || isBodiless(status)) return writeHead(request, answer)
  if (isStream(body)) return writeStreamed(request, answer, body)
  writeWhole(request, answer as Reply, body)
}

function writeWhole(
  request: NodeRequest,
  { status, headers }: Reply,
  body: string | Uint8Array<ArrayBuffer>,
): void {
  const { response } = request
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  response.writeHead(
    status,
    headers === jsonHeaders
      ? ['content-type', 'application/json', 'content-length', length]
      : withLength(withoutFraming(headers), length),
  )
  response.end(body)
  request.sentBytes = length
}

/** Takes half the time and memory of a spread, which leaves room for growth. */
function withLength(headers: readonly string[], length: number): string[] {
  return headers.toSpliced(headers.length, 0, 'content-length', String(length))
}

function writeStreamed(
  request: NodeRequest,
  answer: Answer,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const length = new DeclaredLength(answer)
  const headers = withoutFraming(headersOf(answer))
  request.response.writeHead(
    answer.status,
    length.bytes === undefined ? [...headers] : [...headers, 'content-length', length.bytes],
  )
  return writeStream(request, body, length)
}

/** Writes the head of an answer without a body. If the request and status allow a body, its length is 0. */
function writeHead({ response }: NodeRequest, answer: Answer): void {
  const { status } = answer
  const headers = withoutFraming(headersOf(answer))
  const { bytes } = new DeclaredLength(answer)
  const isHead = response.req.method === 'HEAD'
  const length = status === 304 || isHead ? bytes : undefined
  // The length of a body that is left out, such as a stream, may be unknown.
  const needsLength = length !== undefined || !(isHead || isBodiless(status))
  response.writeHead(status, [...headers, ...(needsLength ? ['content-length', length ?? 0] : [])])
  response.end()
  dropBody(answer)
}

function headersOf(answer: Answer): readonly string[] {
  return answer instanceof Reply ? answer.headers : [...answer.headers].flat()
}
