import type { HttpRequest } from '../../../http/message/http-request.ts'
import { Reply } from '../../../http/message/reply.ts'

/** A file that is the same for all clients, with its ETag. */
export interface PublishedFile {
  readonly body: Uint8Array<ArrayBuffer>
  readonly headers: readonly string[]
  readonly etag: string
}

/** Creates a file with its ETag. `headers` are alternating names and values. */
export async function publishFile(
  contentType: string,
  content: string | Uint8Array<ArrayBuffer>,
  headers: readonly string[] = [],
): Promise<PublishedFile> {
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  const etag = `"${btoa(String.fromCharCode(...digest))}"`
  const cache = ['cache-control', 'no-cache', 'x-content-type-options', 'nosniff']
  return { body, etag, headers: ['content-type', contentType, 'etag', etag, ...cache, ...headers] }
}

/** Returns the file, 304 if the client has it cached, or 412 if `If-Match` has another version. */
export function publishedReply(
  request: HttpRequest,
  { body, headers, etag }: PublishedFile,
): Reply {
  const status = request.evaluatePreconditions({ etag })
  return status ? new Reply(status, headers.slice(2), null) : new Reply(200, headers, body)
}
