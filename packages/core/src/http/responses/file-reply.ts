import type { FileBody } from '../message/file-body.ts'
import { HttpError } from '../message/http-error.ts'
import type { HttpRequest } from '../message/http-request.ts'
import { evaluatePreconditions } from '../message/preconditions.ts'
import { Reply } from '../message/reply.ts'
import { parseRange } from './range.ts'
import { withoutContent } from './without-content.ts'

/**
 * Returns the reply with the file, the requested range, or the status of a conditional request. Throws if the file does
 * not exist or cannot be read.
 */
export function fileReply(request: HttpRequest, reply: Reply, file: FileBody): Reply {
  const current = file.current()
  if (!current) throw new HttpError(404, 'There is no such file.')
  return currentReply(
    request,
    current === file ? reply : withReplacedFile(reply, file, current),
    current,
  )
}

function currentReply(request: HttpRequest, reply: Reply, file: FileBody): Reply {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || reply.status !== 200) return streamFile(reply, file)
  const status = evaluatePreconditions(request, file.validators)
  if (status !== undefined) return withoutContent(reply, status)
  if (request.method === 'HEAD') return new Reply(200, reply.headers, null)
  const range = parseRange(request, file.size, file.validators)
  if (!range) return streamFile(reply, file)
  if (range === 'unsatisfiable') {
    const headers = { 'content-range': `bytes */${file.size}` }
    return Reply.error(416, `The file has ${file.size} bytes.`, { headers })
  }
  const { first, last } = range
  const part = reply
    .withoutHeader('content-length')
    .withHeader('content-range', `bytes ${first}-${last}/${file.size}`)
    .withHeader('content-length', String(last - first + 1))
  return streamFile(new Reply(206, part.headers, null), file, first, last + 1)
}

/** Returns a reply whose body opens the file when it is read. */
function streamFile(
  { status, headers }: Reply,
  file: FileBody,
  start?: number,
  end?: number,
): Reply {
  return new Reply(status, headers, file.stream(start, end))
}

/** Returns the reply with another file, and with the validators and length of that file in the headers. */
function withReplacedFile(reply: Reply, file: FileBody, replacement: FileBody): Reply {
  const { etag, lastModified } = file.validators
  const values = new Map([
    [etag, replacement.validators.etag],
    [lastModified, replacement.validators.lastModified],
  ])
  const headers = reply.headers.map((text) => values.get(text) ?? text)
  return new Reply(reply.status, headers, replacement).replacingHeader(
    'content-length',
    String(replacement.size),
  )
}
