import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { isResponse, isStream, Reply, type ReplyOrResponse } from '../message/reply.ts'
import { withEndCallback } from './with-end-callback.ts'

/**
 * Calls `end` once the response of `run` is complete. A stream is complete when it has ended or failed, or when the
 * client has disconnected. For any other response, `end` is called before the response is returned.
 */
export async function untilComplete(
  run: () => MaybePromise<ReplyOrResponse>,
  end: () => PromiseLike<unknown>,
): Promise<ReplyOrResponse> {
  let isStreaming = false
  try {
    const response = await run()
    if (!isStream(response.body)) return response
    const body = withEndCallback(response.body, () => end())
    isStreaming = true
    return isResponse(response)
      ? new Response(body, response)
      : new Reply(response.status, response.headers, body)
  } finally {
    if (!isStreaming) await end()
  }
}
