import { andThen, isPromise, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { ErrorReplies } from '../error-handling/error-replies.ts'
import { addCookies } from '../message/cookies.ts'
import type { RequestContext } from '../message/http-request.ts'
import { Reply, ResponseReply, type ReplyOrResponse } from '../message/reply.ts'
import { dropBody } from '../responses/without-body.ts'

/** Handles a request that has a context. */
export type ContextHandler = (context: RequestContext) => MaybePromise<ReplyOrResponse>

/** Finishes the responses of one level of a chain. Never throws and never rejects. */
export interface HeadFinisher {
  /** Applies the error format, and pending changes to the head, such as cookies. Calling it again has no effect. */
  readonly finish: (
    context: RequestContext,
    response: ReplyOrResponse,
  ) => MaybePromise<ReplyOrResponse>
  /** Returns the finished reply to an error. */
  readonly fail: (context: RequestContext, error: unknown) => MaybePromise<ReplyOrResponse>
}

/** Creates a finisher. The outermost level returns a `Response` as it is if no middleware has changed it. */
export function createFinisher(errors: ErrorReplies, isOutermost: boolean): HeadFinisher {
  const leave = (response: ReplyOrResponse) =>
    isOutermost && response instanceof ResponseReply ? response.response : response
  const finish: HeadFinisher['finish'] = (context, given) => {
    const response = errors.toForm?.(given) ?? given
    if (!context.isHeadSent && (context.head || context.cookies)) {
      return changeHead(context, response, leave, (error) => {
        context.isHeadSent = true
        dropBody(response)
        return andThen(errors.reply(error, context.request), leave)
      })
    }
    context.isHeadSent = true
    return leave(response)
  }
  const fail: HeadFinisher['fail'] = (context, error) =>
    andThen(errors.reply(error, context.request), (reply) => finish(context, reply))
  return { finish, fail }
}

/** Returns a handler whose errors become replies, and whose responses are finished. */
export function finishing(inner: ContextHandler, { finish, fail }: HeadFinisher): ContextHandler {
  return (context) => {
    try {
      const response = inner(context)
      if (!isPromise(response)) return finish(context, response)
      return response.then(
        (settled) => finish(context, settled),
        (error: unknown) => fail(context, error),
      )
    } catch (error) {
      return fail(context, error)
    }
  }
}

/** Applies the changes from an index on. Synchronous if no change returns a promise. */
function changeHead(
  context: RequestContext,
  response: ReplyOrResponse,
  leave: (response: ReplyOrResponse) => ReplyOrResponse,
  fail: (error: unknown) => MaybePromise<ReplyOrResponse>,
  index = 0,
): MaybePromise<ReplyOrResponse> {
  try {
    const reply = response instanceof Reply ? response : new ResponseReply(response)
    const change = context.head?.[index]
    if (change) {
      const goOn = (changed: Reply) => changeHead(context, changed, leave, fail, index + 1)
      return andThen(change(reply), goOn, fail)
    }
    context.isHeadSent = true
    return context.cookies ? andThen(addCookies(context.cookies, reply), leave, fail) : leave(reply)
  } catch (error) {
    return fail(error)
  }
}
