import type { IncomingRequest } from '../binding/incoming-request.ts'
import { FileReply } from '../responses/file-reply.ts'
import { isResponse } from '../responses/is-response.ts'
import { jsonHeaders } from '../responses/json-headers.ts'
import { refuseRead } from '../responses/refuse-read.ts'
import { Reply } from '../responses/reply.ts'
import { isStreamable, streamReply } from '../responses/stream-reply.ts'
import { toJson } from '../responses/to-json.ts'

/** What a method may answer with: a reply of ours, or a web `Response`, which passes through untouched. */
export type Answer = Reply | Response

/** Turns what a method returned into an answer. `status` is the declared one. */
export function toReply(
  value: unknown,
  status: number | undefined,
  request: IncomingRequest,
): Answer | Promise<Answer> {
  if (typeof value === 'object' && value !== null) {
    if (value instanceof FileReply) return value.answer(request)
    if (value instanceof Reply || isResponse(value)) return refuseRead(value)
    if (isStreamable(value)) return streamReply(value, status ?? 200)
  } else if (value === undefined) {
    return new Reply(status ?? 204, [], null)
  }
  return new Reply(status ?? 200, jsonHeaders, toJson(value))
}
