import { Buffer } from 'node:buffer'
import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { dropBody } from '../../responses/without-body.ts'
import { appended } from '../../message/header-list.ts'
import { isBodiless, isStream, Reply, type ReplyOrResponse } from '../../message/reply.ts'
import { DeclaredLength, withoutFraming } from '../../responses/declared-length.ts'
import { fast } from './fast/fast.ts'
import type { NodeRequest } from './node-request.ts'
import { readAhead } from './read-ahead.ts'
import { writeStream } from './write-stream.ts'

/**
 * Writes the response to a `node:http` request. If the response streams, returns a promise that settles when the stream
 * has ended. If the status or a header is invalid, throws and sends nothing.
 */
export function writeResponse(request: NodeRequest, result: ReplyOrResponse): MaybePromise<void> {
  const { status, body } = result
  if (body === null || isBodiless(status)) return writeHead(request, result)
  if (isStream(body)) return writeStreamed(request, result, body)
  const { headers } = result as Reply
  request.sentBytes =
    (typeof body === 'string'
      ? fast.sendWhole(request.response, status, headers, body)
      : undefined) ?? writeBuffered(request, status, headers, body)
}

/** Writes a body from memory. Returns its length in bytes. */
function writeBuffered(
  { response }: NodeRequest,
  status: number,
  headers: readonly string[],
  body: string | Uint8Array,
): number {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  response.writeHead(status, appended(withoutFraming(headers), 'content-length', String(length)))
  response.end(body)
  return length
}

function writeStreamed(
  request: NodeRequest,
  result: ReplyOrResponse,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const length = new DeclaredLength(result)
  const headers = withoutFraming(headersOf(result))
  const { status } = result
  // The headers of a `Response` are valid, so `writeHead` does not throw when it is called later,
  // after the body was read ahead.
  if (length.bytes === undefined && !(result instanceof Reply)) {
    return writeBufferedOrStream(request, status, headers, body, length)
  }
  request.response.writeHead(
    status,
    length.bytes === undefined ? [...headers] : [...headers, 'content-length', length.bytes],
  )
  return writeStream(request, body.getReader(), length)
}

/** Writes a body with its length if the whole body is available without waiting, otherwise as a stream. */
async function writeBufferedOrStream(
  request: NodeRequest,
  status: number,
  headers: readonly string[],
  body: ReadableStream<Uint8Array>,
  length: DeclaredLength,
): Promise<void> {
  const { whole, reader } = await readAhead(body)
  if (whole) {
    request.sentBytes = writeBuffered(request, status, headers, whole)
    return
  }
  request.response.writeHead(status, [...headers])
  await writeStream(request, reader, length)
}

/** Writes the head of a response without a body. If the request and the status allow a body, declares the length 0. */
function writeHead({ response }: NodeRequest, result: ReplyOrResponse): void {
  const { status } = result
  const headers = headersOf(result)
  const { bytes } = new DeclaredLength(result)
  const isHead = response.req.method === 'HEAD'
  const declared = status === 304 || isHead ? bytes : undefined
  // If the body was left out, its length may be unknown, for example if it was a stream.
  const length = declared ?? (isHead || isBodiless(status) ? undefined : 0)
  if (!fast.sendHead(response, status, headers, length)) {
    const responseHeaders = withoutFraming(headers)
    response.writeHead(
      status,
      length === undefined
        ? [...responseHeaders]
        : appended(responseHeaders, 'content-length', String(length)),
    )
    response.end()
  }
  dropBody(result)
}

function headersOf(result: ReplyOrResponse): readonly string[] {
  return result instanceof Reply ? result.headers : [...result.headers].flat()
}
