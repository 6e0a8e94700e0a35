import { andThen, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import { addCookies } from '../message/cookies.ts'
import type { HttpRequest, RequestContext } from '../message/http-request.ts'
import { Reply, ResponseReply, type ReplyOrResponse } from '../message/reply.ts'
import { dropBody } from '../responses/without-body.ts'

/**
 * Applies pending changes to the head, such as cookies, and passes the response to `leave`. Calling it again has no
 * effect.
 */
export function finishHead(
  context: RequestContext,
  response: ReplyOrResponse,
  recover: (error: unknown, request: HttpRequest) => MaybePromise<Reply>,
  leave: (response: ReplyOrResponse) => ReplyOrResponse,
): MaybePromise<ReplyOrResponse> {
  if (context.isHeadSent) return leave(response)
  if (!context.head && !context.cookies) {
    context.isHeadSent = true
    return leave(response)
  }
  return finish(context, response, leave, (error) => {
    context.isHeadSent = true
    dropBody(response)
    return andThen(recover(error, context.request), leave)
  })
}

/** Applies the changes from an index on. Synchronous if no change returns a promise. */
function finish(
  context: RequestContext,
  response: ReplyOrResponse,
  leave: (response: ReplyOrResponse) => ReplyOrResponse,
  fail: (error: unknown) => MaybePromise<ReplyOrResponse>,
  place = 0,
): MaybePromise<ReplyOrResponse> {
  try {
    const reply = response instanceof Reply ? response : new ResponseReply(response)
    const change = context.head?.[place]
    if (change) {
      const goOn = (changed: Reply) => finish(context, changed, leave, fail, place + 1)
      return andThen(change(reply), goOn, fail)
    }
    context.isHeadSent = true
    return context.cookies ? andThen(addCookies(context.cookies, reply), leave, fail) : leave(reply)
  } catch (error) {
    return fail(error)
  }
}
