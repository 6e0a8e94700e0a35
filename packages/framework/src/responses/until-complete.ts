import { isResponse, isStream, Reply, type Answer } from '../message/reply.ts'
import { endingWith } from './ending-with.ts'

/**
 * Calls `end` once the response of `run` is complete: before it is returned or, if it streams, when the stream has
 * ended, has failed, or the client has disconnected.
 */
export async function untilComplete(
  run: () => Answer | Promise<Answer>,
  end: () => PromiseLike<unknown>,
): Promise<Answer> {
  let isStreaming = false
  try {
    const answer = await run()
    if (!isStream(answer.body)) return answer
    const body = endingWith(answer.body, () => end())
    isStreaming = true
    return isResponse(answer)
      ? new Response(body, answer)
      : new Reply(answer.status, answer.headers, body)
  } finally {
    if (!isStreaming) await end()
  }
}
