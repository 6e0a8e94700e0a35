import { andThen, isPromise, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { ErrorReplies } from '../error-handling/error-replies.ts'
import { addCookies } from '../message/cookies.ts'
import type { RequestContext } from '../message/http-request.ts'
import { Reply, ResponseReply, type ReplyOrResponse } from '../message/reply.ts'
import { dropBody } from '../responses/without-body.ts'

/** Handles a request that has a context. */
export type ContextHandler = (context: RequestContext) => MaybePromise<ReplyOrResponse>

/** Finishes the responses of a route, or of the middleware around it. Never throws and never rejects. */
export interface HeadFinisher {
  /** Applies the error format, and pending changes to the head, such as cookies. The changes are applied only once. */
  readonly finish: (
    context: RequestContext,
    response: ReplyOrResponse,
  ) => MaybePromise<ReplyOrResponse>
  /** Returns the finished reply to an error. */
  readonly fail: (context: RequestContext, error: unknown) => MaybePromise<ReplyOrResponse>
}

/**
 * Creates a finisher. The outermost finisher returns a `Response` unchanged if no middleware has
 * changed it.
 */
export function createFinisher(errors: ErrorReplies, isOutermost: boolean): HeadFinisher {
  const unwrap = (response: ReplyOrResponse) =>
    isOutermost && response instanceof ResponseReply ? response.response : response
  const finish: HeadFinisher['finish'] = (context, result) => {
    const response = errors.toFormat?.(result) ?? result
    if (!context.isHeadSent && (context.head || context.cookies)) {
      return changeHead(context, response, unwrap, (error) => {
        context.isHeadSent = true
        dropBody(response)
        return andThen(errors.reply(error, context.request), unwrap)
      })
    }
    context.isHeadSent = true
    return unwrap(response)
  }
  const fail: HeadFinisher['fail'] = (context, error) =>
    andThen(errors.reply(error, context.request), (reply) => finish(context, reply))
  return { finish, fail }
}

/**
 * Returns a handler that calls `inner`, converts its errors to replies, and adds cookies and
 * headers to its responses with `finish`.
 */
export function withFinisher(
  inner: ContextHandler,
  { finish, fail }: HeadFinisher,
): ContextHandler {
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

/**
 * Applies the changes to the head, starting with the one at `index`, then adds the cookies.
 * Synchronous if no change returns a promise and no cookie is sealed.
 */
function changeHead(
  context: RequestContext,
  response: ReplyOrResponse,
  unwrap: (response: ReplyOrResponse) => ReplyOrResponse,
  fail: (error: unknown) => MaybePromise<ReplyOrResponse>,
  index = 0,
): MaybePromise<ReplyOrResponse> {
  try {
    const reply = response instanceof Reply ? response : new ResponseReply(response)
    const change = context.head?.[index]
    if (change) {
      const applyNext = (changed: Reply) => changeHead(context, changed, unwrap, fail, index + 1)
      return andThen(change(reply), applyNext, fail)
    }
    context.isHeadSent = true
    return context.cookies
      ? andThen(addCookies(context.cookies, reply), unwrap, fail)
      : unwrap(reply)
  } catch (error) {
    return fail(error)
  }
}
