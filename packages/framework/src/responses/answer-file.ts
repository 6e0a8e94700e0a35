import { FileBody, FileReplaced } from '../message/file-body.ts'
import type { HttpRequest } from '../message/http-request.ts'
import { evaluatePreconditions } from '../message/preconditions.ts'
import { Reply } from '../message/reply.ts'
import { parseRange } from './range.ts'
import { withoutContent } from './without-content.ts'

/** The file of a reply, the part of it, or the status that the request asks for. */
export function answerFile(
  request: HttpRequest,
  reply: Reply,
  file: FileBody,
): Reply | Promise<Reply> {
  const answer = answerOnce(request, reply, file)
  if (!(answer instanceof Promise)) return answer
  return answer.catch((error: unknown) => {
    const other = error instanceof FileReplaced ? FileBody.at(file.path) : undefined
    if (!other) throw error
    return answerFile(request, ofOther(reply, file, other), other)
  })
}

function answerOnce(request: HttpRequest, reply: Reply, file: FileBody): Reply | Promise<Reply> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || reply.status !== 200) return send(reply, file)
  const unmet = evaluatePreconditions(request, file.validators)
  if (unmet !== undefined) return withoutContent(reply, unmet)
  if (request.method === 'HEAD') return new Reply(200, reply.headers, null)
  const range = parseRange(request, file.size, file.validators)
  if (!range) return send(reply, file)
  if (range === 'unsatisfiable') {
    const headers = { 'content-range': `bytes */${file.size}` }
    return Reply.error(416, `The file has ${file.size} bytes.`, { headers })
  }
  const { first, last } = range
  const part = reply
    .withoutHeader('content-length')
    .withHeader('content-range', `bytes ${first}-${last}/${file.size}`)
    .withHeader('content-length', String(last - first + 1))
  return send(new Reply(206, part.headers, null), file, first, last + 1)
}

/** Opens the file first, so that one that cannot be read is still an error and no broken answer. */
async function send(
  { status, headers }: Reply,
  file: FileBody,
  start?: number,
  end?: number,
): Promise<Reply> {
  return new Reply(status, headers, await file.open(start, end))
}

/** Replaces the validators of one file in the headers with those of the other. */
function ofOther(reply: Reply, file: FileBody, other: FileBody): Reply {
  const { etag, lastModified } = file.validators
  const values = new Map([
    [etag, other.validators.etag],
    [lastModified, other.validators.lastModified],
  ])
  const headers = reply.headers.map((text) => values.get(text) ?? text)
  return new Reply(reply.status, headers, other).replacingHeader(
    'content-length',
    String(other.size),
  )
}
