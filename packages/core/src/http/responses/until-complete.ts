import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { isResponse, isStream, Reply, type ReplyOrResponse } from '../message/reply.ts'
import { endingWith } from './ending-with.ts'

/**
 * Calls `end` once the response of `run` is complete: before it is returned or, if it is a stream, when the stream has
 * ended or failed, or the client has disconnected.
 */
export async function untilComplete(
  run: () => MaybePromise<ReplyOrResponse>,
  end: () => PromiseLike<unknown>,
): Promise<ReplyOrResponse> {
  let isStreaming = false
  try {
    const response = await run()
    if (!isStream(response.body)) return response
    const body = endingWith(response.body, () => end())
    isStreaming = true
    return isResponse(response)
      ? new Response(body, response)
      : new Reply(response.status, response.headers, body)
  } finally {
    if (!isStreaming) await end()
  }
}
